import type { Concept, LanguageIndex } from '../language/concepts.ts';
import { type ForeignIndex, foreignStem } from '../language/foreign-index.ts';
import { partialKeys, phraseKey } from '../language/phrases.ts';
import type { Word } from './query-words.ts';

/** Documents (numbers) named like a query: word for word, in its meaningful words, by some of its words. */
export type Called = { exactly: Set<number>; whole: Set<number>; partly: Set<number> };

/** Returns the documents with a title or keyword like the query. @param words the meaningful ones of `all` */
export function matchNames(
  index: LanguageIndex,
  other: LanguageIndex,
  concepts: Concept[],
  words: Word[],
  all: Word[],
): Called {
  const stems = concepts.map(({ canonical }) => canonical);
  const foreign = words.map(({ other: word }) => stemIn(other, word));
  const request = (side: LanguageIndex, folded: string[]) =>
    folded.filter((word) => side.text.language.requestWords.has(word)).map((word) => stemIn(side, word));
  const lookUp = ({ phrases }: LanguageIndex, keys: string[]) =>
    keys.flatMap((key) => (key === '' ? [] : (phrases.get(key) ?? [])));
  const inBoth = (own: string[], foreignKeys: string[]) =>
    new Set([...lookUp(index, own), ...lookUp(other, foreignKeys)]);
  return {
    exactly: inBoth(
      [
        phraseKey([
          ...stems,
          ...request(
            index,
            all.map(({ folded }) => folded),
          ),
        ]),
      ],
      [
        phraseKey([
          ...foreign,
          ...request(
            other,
            all.map((word) => word.other),
          ),
        ]),
      ],
    ),
    whole: inBoth([phraseKey(stems)], [phraseKey(foreign)]),
    partly: inBoth(partialKeys(stems), partialKeys(foreign)),
  };
}

/** Adds the documents that other languages call by these words, as written. */
export function withForeignNames(called: Called, { names }: ForeignIndex, words: string[]): Called {
  const found = names.get(phraseKey(words.map(foreignStem))) ?? [];
  return { ...called, whole: new Set([...called.whole, ...found]) };
}

const stemIn = ({ text, thesaurus }: LanguageIndex, folded: string): string =>
  thesaurus.canonical(text.language.stem(folded));
