import { editDistance } from '#server/content/places/edit-distance.ts';
import type { Entry, Lexicon } from './lexicon.ts';

export type NearWord = { entry: Entry; distance: number };

const allowedDistance = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Length from which the first letter may be wrong. In shorter words it makes another word: a Mofa is no Sofa. */
const LONG = 6;

/**
 * Returns known words that a misspelt one may mean, nearest first. Wrong, missing and superfluous letters and swapped
 * neighbours count: one up to 7 letters, two in longer words, none below 4. The first letter of words below 6 must be
 * right.
 */
export function nearWords({ tree }: Lexicon, folded: string, most: number): NearWord[] {
  const allowed = allowedDistance(folded.length);
  if (allowed === 0 || folded.length > 40) return [];
  const found: NearWord[] = [];
  // The tree counts two swapped neighbours as two mistakes.
  for (const [word, [entry]] of tree.fuzzyGet(folded, allowed + 1) as Map<string, [Entry, number]>) {
    const distance = editDistance(folded, word, allowed);
    const isOther = folded.length < LONG && word[0] !== folded[0];
    if (distance <= allowed && word.length >= 4 && !isOther) found.push({ entry, distance });
  }
  return found
    .sort(
      (one, other) =>
        one.distance - other.distance ||
        Number(other.entry.folded[0] === folded[0]) - Number(one.entry.folded[0] === folded[0]) ||
        Number(other.entry.isStrong) - Number(one.entry.isStrong) ||
        other.entry.count - one.entry.count,
    )
    .slice(0, most);
}
