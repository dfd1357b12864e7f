import type { Lexicon } from './lexicon.ts';

/** What German puts between two words that it joins, or takes away from the first one. */
const LINKS = ['', 's', 'n', 'e', 'en', 'es', 'er', 'ens', 'ns'];
const SHORTEST = 3;
const SHORT = 4;
const LONGEST = 60;

/**
 * The words that a compound is made of, in their folded spelling: `hundesteueranmeldung` is `hundesteuer` and
 * `anmeldung`. Only words of the content count, as few and as evenly long ones as possible. Empty when it
 * cannot be split.
 */
export function splitCompound(lexicon: Lexicon, folded: string): string[] {
  if (!lexicon.language.hasCompounds || folded.length < 2 * SHORTEST + 1 || folded.length > LONGEST)
    return [];
  return split(lexicon, folded, 3) ?? [];
}

function split(lexicon: Lexicon, word: string, mostParts: number): string[] | null {
  let best: string[] | null = null;
  for (let end = SHORTEST; end <= word.length - SHORTEST; end++) {
    const first = wordWithoutLink(lexicon, word.slice(0, end));
    if (!first) continue;
    const rest = word.slice(end);
    const others = isWord(lexicon, rest)
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

/** The word of the content that the beginning of a compound is, or null. */
function wordWithoutLink(lexicon: Lexicon, beginning: string): string | null {
  for (const link of LINKS) {
    const word = beginning.slice(0, beginning.length - link.length);
    if (beginning.endsWith(link) && isWord(lexicon, word)) return word;
  }
  return null;
}

function isWord({ language, entries, stems }: Lexicon, word: string): boolean {
  if (word.length < SHORTEST || language.functionWords.has(word)) return false;
  const entry = entries.get(word);
  if (word.length < SHORT) return entry?.isStrong === true;
  // Verbs lose their ending in front: Wohngeld, Meldebescheinigung.
  return entry !== undefined || stems.has(word) || stems.has(language.stem(word));
}
