import { isWiderArea } from '#server/content/places/place-index.ts';
import { keysCalled } from '#server/content/places/places.ts';
import type { Content } from '#server/content/types.ts';
import { englishFunctionWords, germanFunctionWords } from './language/stop-words.ts';

/**
 * The search text, the place as written next to it, and the keys of the municipalities that it may mean: none for a
 * district or a state.
 */
export type PlaceInQuery = { query: string; place: string; keys: string[] };

/** The words of "07806 Neustadt an der Orla", and one more. */
const MAX_WORDS_OF_PLACE = 6;
/** Maximum number of words; a longer query is prose. */
const MAX_WORDS = 20;
const MAX_LETTERS = 200;

const functionWords: ReadonlySet<string> = new Set([...germanFunctionWords, ...englishFunctionWords]);
const isLoose = (word: string): boolean => functionWords.has(word.toLowerCase());

/** Words before the name of a place. */
const PREPOSITIONS = new Set([
  'in',
  'im',
  'bei',
  'nach',
  'aus',
  'von',
  'vom',
  'für',
  'um',
  'auf',
  'at',
  'near',
  'to',
  'from',
]);
const isPreposition = (word: string): boolean => PREPOSITIONS.has(word.toLowerCase());

/**
 * Finds the place that a person has typed into the search field ("Hund anmelden in Kiel", "24103 Hund", "Hund in Kiel
 * anmelden"): the longest text that names one, rather at the end or the beginning than in the middle. In the middle
 * it must follow a preposition or a word with a meaning of its own: in "einen Stein gefunden" nobody means Stein. The
 * place is only offered, because places can have the names of things.
 */
export function placeInQuery(content: Pick<Content, 'areas'>, text: string): PlaceInQuery | null {
  if (text.length > MAX_LETTERS) return null;
  const words = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, '').split(/[\s,;]+/, MAX_WORDS + 1);
  if (words.length > MAX_WORDS || isPlace(content, words.join(' '))) return null;
  for (let length = Math.min(MAX_WORDS_OF_PLACE, words.length - 1); length > 0; length -= 1) {
    for (const at of positions(words, length)) {
      const place = words.slice(at, at + length).join(' ');
      const query = rest(words, at, length).join(' ');
      if (query && isPlace(content, place)) return { query, place, keys: keysCalled(content, place) };
    }
  }
  return null;
}

const isPlace = (content: Pick<Content, 'areas'>, text: string): boolean =>
  keysCalled(content, text).length > 0 || isWiderArea(content, text);

/** Returns positions of a place of this many words: at the end, at the beginning, in the middle. */
function positions(words: string[], length: number): number[] {
  const end = words.length - length;
  const middle = words.flatMap((_, at) => (at > 0 && at < end && mayFollow(words, at) ? [at] : []));
  return [end, 0, ...middle];
}

/** Whether the name of a place may stand here; a postcode always may. */
function mayFollow(words: string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  return isPreposition(before) || !isLoose(before) || /^\d{5}$/.test(words[at] ?? '');
}

/** Returns the words without the place and without those that lead to it; none when no other word has a meaning. */
function rest(words: string[], at: number, length: number): string[] {
  const after = words.slice(at + length);
  const leads = after.length === 0 ? isLoose : isPreposition;
  const before = words.slice(0, at);
  const kept = before.slice(0, before.findLastIndex((word) => !leads(word)) + 1);
  const all = kept.every(isLoose) ? after : [...kept, ...after];
  return all.every(isLoose) ? [] : all;
}
