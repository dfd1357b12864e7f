/** Kinds of areas that registers name differently from the content (docs/content.md). */
const OTHER_WORDS: Record<string, string> = {
  LAND: 'BUNDESLAND',
  FREISTAAT: 'BUNDESLAND',
  KREIS: 'LANDKREIS',
  STADTKREIS: 'KREISFREIE_STADT',
  VERBANDSGEMEINDE: 'SAMTGEMEINDE',
  MARKT: 'GEMEINDE',
  FLECKEN: 'GEMEINDE',
};

/** "Kreisfreie Stadt" to KREISFREIE_STADT. */
export const kindWord = (written: string): string =>
  written
    .trim()
    .toUpperCase()
    .replace(/[\s,()-]+/g, '_')
    .replace(/_$/, '');

/** Register names of areas that belong to no municipality: forests, lakes, training areas. */
const UNINCORPORATED = /gemeindefrei|\bgemfr\b|gutsbez(irk|\.)/i;

/** The two of them that have a postcode, an administration and some hundred inhabitants; registers do not say so. */
const KNOWN_HOMES = /^(Lohheide|Osterheide)\b/;

/** Whether an area belongs to no municipality. @param kind the register's word, `kindWord` */
export const isUnincorporated = (kind: string, name: string): boolean =>
  kind.startsWith('GEMEINDEFREI') || UNINCORPORATED.test(name);

/** Why an area without a municipality is a place to choose, or is not. */
export type Dwelling = { isHome: boolean; reason: string };

/**
 * Decides whether people live in an area that belongs to no municipality: by its population, the register's word
 * ("bewohnt"), or a postcode. A postcode that no municipality has is never left without a place.
 * @param kind the register's word, `kindWord`
 * @param postcodes its own postcodes; `alone` are those that only areas without a municipality have
 */
export function dwellingOf(
  { kind, name, population = '' }: { kind: string; name: string; population?: string | undefined },
  postcodes: { own: readonly string[]; alone: readonly string[] },
): Dwelling {
  const [own] = postcodes.own;
  const [alone] = postcodes.alone;
  if (Number(population) > 0) return { isHome: true, reason: `its population is ${population}` };
  if (KNOWN_HOMES.test(name)) return { isHome: true, reason: 'people are known to live there' };
  if (/(^|_)BEWOHNT$/.test(kind)) return { isHome: true, reason: 'the register calls it inhabited' };
  if (alone) return { isHome: true, reason: `no municipality has its postcode ${alone}` };
  if (population.trim() !== '') return { isHome: false, reason: `its population is ${population}` };
  if (/(^|_)UNBEWOHNT$/.test(kind)) return { isHome: false, reason: 'the register calls it uninhabited' };
  if (own) return { isHome: true, reason: `it has the postcode ${own}` };
  return { isHome: false, reason: 'it has neither a population nor a postcode' };
}

/** The content's kind for a register's word; unknown words stay, so that the check names them. */
export const contentKind = (word: string): string =>
  word.startsWith('GEMEINDEFREI') ? 'GEMEINDE' : (OTHER_WORDS[word] ?? word);
