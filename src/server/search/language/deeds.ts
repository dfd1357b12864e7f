/**
 * Act with a thing, or what has happened to it. Services and queries have them, and they decide between services
 * about the same thing: a dog that has died is not to be registered.
 */
export type Deed = 'begin' | 'end' | 'change' | 'die' | 'lose' | 'find' | 'renew';

/** Words for deeds by stem, and phrases of several words in their folded spelling. */
export type DeedWords = { stems: ReadonlyMap<string, Deed>; phrases: readonly (readonly [string, Deed])[] };

/** Deeds that one service may be about at once; all others contradict each other. */
const COMPATIBLE: readonly (readonly [Deed, Deed])[] = [
  ['begin', 'change'],
  ['begin', 'renew'],
  ['change', 'renew'],
  ['lose', 'find'],
  ['end', 'die'],
];

/** How the deeds of a query and of a service are related; `neutral` where one of them has none. */
export type Relation = 'same' | 'neutral' | 'opposite';

export function relationOf(wanted: ReadonlySet<Deed>, offered: ReadonlySet<Deed>): Relation {
  if (wanted.size === 0 || offered.size === 0) return 'neutral';
  if ([...wanted].some((deed) => offered.has(deed))) return 'same';
  const agree = (one: Deed, other: Deed) =>
    COMPATIBLE.some((pair) => pair.includes(one) && pair.includes(other));
  return [...wanted].some((one) => [...offered].some((other) => agree(one, other))) ? 'neutral' : 'opposite';
}

/** @param text for each deed its words and phrases, separated by commas */
export function deedWordsFrom(
  text: Record<Deed, string>,
  fold: (word: string) => string,
  stem: (folded: string) => string,
): DeedWords {
  const stems = new Map<string, Deed>();
  const phrases: [string, Deed][] = [];
  for (const [deed, words] of Object.entries(text) as [Deed, string][]) {
    for (const entry of words.split(',')) {
      const folded = entry.trim().split(/\s+/).map(fold);
      if (folded.length > 1) phrases.push([` ${folded.join(' ')} `, deed]);
      else stems.set(stem(folded[0] ?? ''), deed);
    }
  }
  return { stems, phrases };
}

/** Returns the deeds that a text names. @param words in their folded spelling, in reading order */
export function deedsIn(
  { stems, phrases }: DeedWords,
  words: readonly string[],
  stem: (folded: string) => string,
): Set<Deed> {
  const text = ` ${words.join(' ')} `;
  const named = words.flatMap((word) => stems.get(stem(word)) ?? []);
  return new Set([...named, ...phrases.flatMap(([phrase, deed]) => (text.includes(phrase) ? [deed] : []))]);
}

/** Deeds that say what has happened, and nothing of what a person looks for. */
export const asideDeeds: ReadonlySet<Deed> = new Set<Deed>(['die', 'lose', 'find']);

/** Digits 9 to 11 of a service's key say what is done (the Verrichtung of the catalogue LeiKa). */
const DEED_OF_KEY: Partial<Record<string, Deed>> = { '070': 'end', '104': 'begin', '157': 'change' };

export const deedOfKey = (leiKaId: string): Deed | undefined => DEED_OF_KEY[leiKaId.slice(8, 11)];
