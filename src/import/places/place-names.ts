/**
 * Area names as people say them, derived from those that a register writes. The register puts additions after a comma
 * ("Kiel, Landeshauptstadt"), abbreviates ("Schülp b. Nortorf") and places blanks in its own way ("Lauenburg/ Elbe").
 */

/** Additions that nobody says: titles of towns, markets, municipalities. Any other addition distinguishes places. */
const TITLE = /(stadt|markt|flecken|gemeinde)$/i;

/** What people put before the name of an area that is not a municipality. */
const PREFIXES: Record<string, string> = {
  AMT: 'Amt',
  SAMTGEMEINDE: 'Samtgemeinde',
  VERBANDSGEMEINDE: 'Verbandsgemeinde',
  VERWALTUNGSGEMEINSCHAFT: 'Verwaltungsgemeinschaft',
};

/** The name for people: without title, with additions in front ("Garding, Kirchspiel" is "Kirchspiel Garding"). */
export function nameForPeople(registerName: string, kind: string): string {
  const [name = '', addition = ''] = registerName.split(/,\s*(.*)/s);
  const said = addition && !TITLE.test(addition) ? `${addition} ${name}` : name;
  const whole = said
    .replace(/\s*\/\s*/g, '/')
    .replace(/\bb\.\s*(?=\p{Lu})/gu, 'bei ')
    .replace(/\bSt\.(?=\p{Lu})/gu, 'St. ')
    .replace(/\s+/g, ' ')
    .trim();
  const prefix = PREFIXES[kind];
  return prefix && !whole.startsWith(prefix) ? `${prefix} ${whole}` : whole;
}
