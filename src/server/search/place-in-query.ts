import { isPlace } from '#server/content/places.ts';
import type { Content } from '#server/content/types.ts';
import { englishFunctionWords, germanFunctionWords } from './stop-words.ts';

/** What is looked for, and the place that was written beside it. */
export type PlaceInQuery = { query: string; place: string };

/** "24229 Strande bei Kiel" */
const MOST_WORDS_OF_PLACE = 4;
/** Whoever writes more tells a story. */
const MOST_WORDS = 20;

const functionWords: ReadonlySet<string> = new Set([...germanFunctionWords, ...englishFunctionWords]);

/**
 * The place that somebody has written into the field for the topic ("Hund anmelden in Kiel", "24103 Hund"): at its
 * end or its beginning, the longest text that a place is called by. It is only offered: places are called like
 * things, too.
 */
export function placeInQuery(content: Pick<Content, 'areas'>, text: string): PlaceInQuery | null {
  const words = text.trim().split(/[\s,;]+/, MOST_WORDS + 1);
  if (words.length > MOST_WORDS) return null;
  for (let length = Math.min(MOST_WORDS_OF_PLACE, words.length - 1); length > 0; length -= 1) {
    for (const at of [words.length - length, 0]) {
      const place = words.slice(at, at + length).join(' ');
      const query = withoutLoose(words.toSpliced(at, length)).join(' ');
      if (query && isPlace(content, place)) return { query, place };
    }
  }
  return null;
}

/** What is left of "Hund anmelden in" without its last words, of "in Kiel" nothing. */
function withoutLoose(words: string[]): string[] {
  const last = words.findLastIndex((word) => !functionWords.has(word.toLowerCase()));
  return words.slice(0, last + 1);
}
