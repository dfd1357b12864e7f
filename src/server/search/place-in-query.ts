import { keysCalled } from '#server/content/places/places.ts';
import type { Content } from '#server/content/types.ts';
import { englishFunctionWords, germanFunctionWords } from './language/stop-words.ts';

/** What is searched for, the place written next to it, and the keys of the municipalities it may mean. */
export type PlaceInQuery = { query: string; place: string; keys: string[] };

/** "07806 Neustadt an der Orla", and one more. */
const MAX_WORDS_OF_PLACE = 6;
/** A longer query is prose. */
const MAX_WORDS = 20;
const MAX_LETTERS = 200;

const functionWords: ReadonlySet<string> = new Set([...germanFunctionWords, ...englishFunctionWords]);
const isLoose = (word: string): boolean => functionWords.has(word.toLowerCase());

/**
 * The place that a person has typed into the search field ("Hund anmelden in Kiel", "24103 Hund", "In Kiel parken"): at
 * its end or its beginning, the longest text that names a place. It is only offered, because places can have the names
 * of things.
 */
export function placeInQuery(content: Pick<Content, 'areas'>, text: string): PlaceInQuery | null {
  if (text.length > MAX_LETTERS) return null;
  const words = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, '').split(/[\s,;]+/, MAX_WORDS + 1);
  if (words.length > MAX_WORDS || keysCalled(content, words.join(' ')).length > 0) return null;
  const begin = Math.max(
    0,
    words.findIndex((word) => !isLoose(word)),
  );
  for (let length = Math.min(MAX_WORDS_OF_PLACE, words.length - 1); length > 0; length -= 1) {
    const end = words.length - length;
    const rests: [at: number, rest: string[]][] = [
      [end, words.slice(0, end)],
      [0, words.slice(length)],
      [begin, words.slice(begin + length)],
    ];
    for (const [at, rest] of rests) {
      const place = words.slice(at, at + length).join(' ');
      const query = withoutLoose(rest).join(' ');
      const keys = query ? keysCalled(content, place) : [];
      if (keys.length > 0) return { query, place, keys };
    }
  }
  return null;
}

/** "Hund anmelden in" without its last function words; of "in", nothing. */
const withoutLoose = (words: string[]): string[] =>
  words.slice(0, words.findLastIndex((word) => !isLoose(word)) + 1);
