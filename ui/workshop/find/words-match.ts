import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');

/** Length of the shortest stem: shorter ones are part of too many words. */
const SHORTEST_STEM = 4;

/** The stem of a word in each language: people look for `Erstattung` where it says `erstattet`. */
const stemsOf = (word: string): string[] =>
  [stemGerman(word), stemEnglish(word)].filter((stem) => stem.length >= SHORTEST_STEM);

/** Whether every word of a query, or another form of it, occurs in a text. */
export function wordsMatch(text: string, query: string): boolean {
  const written = plain(text);
  return plain(query)
    .split(/\s+/)
    .every((word) => written.includes(word) || stemsOf(word).some((stem) => written.includes(stem)));
}
