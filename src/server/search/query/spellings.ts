import { MAX_CHARACTERS } from './query-words.ts';

const MAX_CORRECTIONS = 3;

/** Returns the query with its unknown words corrected: the best guess for each, then second guesses for the first. */
export function spellings(query: string, replaced: { surface: string; entries: string[] }[]): string[] {
  const text = query.slice(0, MAX_CHARACTERS);
  const withGuess = (rank: number) =>
    replaced.reduce(
      (spelling, { surface, entries }, position) =>
        spelling.replace(surface, () => entries[position === 0 ? rank : 0] ?? entries[0] ?? surface),
      text,
    );
  const guesses = replaced[0]?.entries.length ?? 0;
  const all = Array.from({ length: guesses }, (_, rank) => withGuess(rank).trim());
  return [...new Set(all)].slice(0, MAX_CORRECTIONS);
}
