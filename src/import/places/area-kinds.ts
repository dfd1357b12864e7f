/** What registers call kinds of areas that the content knows under another word (docs/content.md). */
const OTHER_WORDS: Record<string, string> = {
  LAND: 'BUNDESLAND',
  FREISTAAT: 'BUNDESLAND',
  KREIS: 'LANDKREIS',
  STADTKREIS: 'KREISFREIE_STADT',
  VERBANDSGEMEINDE: 'SAMTGEMEINDE',
  MARKT: 'GEMEINDE',
  FLECKEN: 'GEMEINDE',
  GEMEINDEFREIES_GEBIET: 'GEMEINDE',
};

/** "Kreisfreie Stadt" to KREISFREIE_STADT. */
export const kindWord = (written: string): string =>
  written
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');

/** The kind of the content for what a register calls it; unknown words stay, for the check to name them. */
export const contentKind = (word: string): string => OTHER_WORDS[word] ?? word;
