/**
 * Derives names that people use from the area names of a register. A register puts additions after a comma ("Kiel,
 * Landeshauptstadt"), abbreviates ("Schülp b. Nortorf") and places blanks in its own way ("Lauenburg/ Elbe").
 */

/** Additions that people omit: titles of towns, markets, municipalities, areas without one. Any other addition distinguishes places. */
const TITLE = /(stadt|markt|flecken|gemeinde)$|^(gemfr\b|gemeindefrei)/i;

/** Words that people put before the name of an area that is not a municipality. */
const PREFIXES: Record<string, string> = {
  AMT: 'Amt',
  SAMTGEMEINDE: 'Samtgemeinde',
  VERBANDSGEMEINDE: 'Verbandsgemeinde',
  VERWALTUNGSGEMEINSCHAFT: 'Verwaltungsgemeinschaft',
};

const IN_FULL: Record<string, string> = { a: 'an der', i: 'in der', o: 'ob der' };

/** "v.d." is "vor der" for mountains ("Höhe", "Rhön") and could be "von der" elsewhere: then it stays. */
function spelledOut(short: string, letter: string, rest: string): string {
  const full = letter === 'v' ? (/^(Höhe|Rhön)/.test(rest) ? 'vor der' : null) : IN_FULL[letter];
  return full ? `${full} ` : short;
}

/** The name for people: without title, with additions in front ("Garding, Kirchspiel" is "Kirchspiel Garding"). */
export function nameForPeople(registerName: string, kind: string): string {
  const [name = '', addition = ''] = registerName.split(/,\s*(.*)/s);
  const said = addition && !TITLE.test(addition) ? `${addition} ${name}` : name;
  const whole = said
    .replace(/\s*\/\s*/g, '/')
    .replace(/(?<=\s)([aiov])\.\s*d\.\s*(?=\p{Lu})/gu, (short, letter: string, at: number, all: string) =>
      spelledOut(short, letter, all.slice(at + short.length)),
    )
    .replace(/\bb\.\s*(?=\p{Lu})/gu, 'bei ')
    .replace(/\bSt\.(?=\p{Lu})/gu, 'St. ')
    .replace(/\s+/g, ' ')
    .trim();
  const prefix = PREFIXES[kind];
  return prefix && whole && !whole.startsWith(prefix) ? `${prefix} ${whole}` : whole;
}
