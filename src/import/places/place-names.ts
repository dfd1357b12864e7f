/**
 * Names of areas as people say them, made of those that a register writes. The register puts what it adds
 * behind a comma ("Kiel, Landeshauptstadt"), shortens ("Schülp b. Nortorf") and sets blanks of its own
 * ("Lauenburg/ Elbe").
 */

/** Additions that nobody says: titles of towns, markets, municipalities. Anything else tells places apart. */
const TITLE = /(stadt|markt|flecken|gemeinde)$/i;

/** What people put in front of the name of an area that is no municipality. */
const PREFIXES: Record<string, string> = {
  AMT: 'Amt',
  SAMTGEMEINDE: 'Samtgemeinde',
  VERBANDSGEMEINDE: 'Verbandsgemeinde',
  VERWALTUNGSGEMEINSCHAFT: 'Verwaltungsgemeinschaft',
};

/** The name for people: without title, additions in front ("Garding, Kirchspiel" is "Kirchspiel Garding"). */
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
