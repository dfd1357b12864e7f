import type { Lexicon } from './lexicon.ts';

/** Letters that German inserts between two words that it joins, or removes from the first one. */
const LINKS = ['', 's', 'n', 'e', 'en', 'es', 'er', 'ens', 'ns'];
const SHORTEST = 3;
const SHORT = 4;
const LONGEST = 60;

/**
 * Returns the words of a compound, in their folded spelling: `hundesteueranmeldung` is `hundesteuer` and `anmeldung`.
 * Only words of the content count; the split has as few and as evenly long ones as possible. Empty when there is no
 * split.
 */
export function splitCompound(lexicon: Lexicon, folded: string): string[] {
  if (!lexicon.language.hasCompounds || folded.length < 2 * SHORTEST + 1 || folded.length > LONGEST)
    return [];
  return split(lexicon, folded, 3) ?? [];
}

function split(lexicon: Lexicon, word: string, mostParts: number): string[] | null {
  let best: string[] | null = null;
  const firsts = beginnings(lexicon, word);
  for (let end = SHORTEST; end <= word.length - SHORTEST; end++) {
    const first = firsts(end);
    if (first === null) continue;
    const rest = word.slice(end);
    const others = isLastWord(lexicon, rest)
      ? [rest]
      : mostParts > 2
        ? split(lexicon, rest, mostParts - 1)
        : null;
    if (others && isBetter([first, ...others], best)) best = [first, ...others];
  }
  return best;
}

function isBetter(parts: string[], best: string[] | null): boolean {
  if (!best || parts.length !== best.length) return !best || parts.length < best.length;
  const shortest = (words: string[]) => Math.min(...words.map((word) => word.length));
  return shortest(parts) > shortest(best);
}

/** Returns by the length of a beginning the word of the content that it is, without the link to the next; or null. */
function beginnings({ parts }: Lexicon, word: string): (length: number) => string | null {
  const known: (string | null)[] = [];
  for (let length = SHORTEST; length <= word.length - SHORTEST; length++) {
    const beginning = word.slice(0, length);
    known[length] = parts.has(beginning) ? beginning : null;
  }
  return (length) => {
    for (const link of LINKS) {
      const first = known[length - link.length];
      if (first && word.startsWith(link, length - link.length)) return first;
    }
    return null;
  };
}

/** Only the last part of a compound is inflected. */
const isLastWord = ({ language, parts }: Lexicon, word: string): boolean =>
  parts.has(word) || (word.length >= SHORT && parts.has(language.stem(word)));
