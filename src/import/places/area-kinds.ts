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
  GEMEINDEFREIER_BEZIRK: 'GEMEINDE',
};

/** "Kreisfreie Stadt" to KREISFREIE_STADT. */
export const kindWord = (written: string): string =>
  written
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');

/** Register names of areas that belong to no municipality: forests, lakes, training areas. */
const UNINCORPORATED = /gemeindefrei|\bgemfr\b|gutsbez(irk|\.)/i;

/**
 * True if nobody lives in an area because it belongs to no municipality (two such areas in Germany have inhabitants).
 * @param kind the register's word, `kindWord`
 */
export const isUnincorporated = (kind: string, name: string, population: string | undefined): boolean =>
  (kind.startsWith('GEMEINDEFREI') || UNINCORPORATED.test(name)) && !(Number(population) > 0);

/** The content's kind for a register's word; unknown words stay, so that the check names them. */
export const contentKind = (word: string): string => OTHER_WORDS[word] ?? word;
