/** Kinds of areas that registers name differently from the content (docs/content.md). */
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

/** The content's kind for a register's word; unknown words stay, so that the check names them. */
export const contentKind = (word: string): string => OTHER_WORDS[word] ?? word;
