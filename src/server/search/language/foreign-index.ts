import type { ForeignLanguage } from '#server/content/types.ts';
import type { SearchDocument } from '../documents.ts';
import type { Postings } from '../text-index.ts';
import { phraseKey } from './phrases.ts';
import { wordsOf } from './words.ts';

type Word = {
  postings: Postings;
  /** Languages that have the word, each with its spellings in lower case. */
  spellings: Map<string, Set<string>>;
};

/** The words of other languages by stem, and whole names, each with the numbers of its documents. */
export type ForeignIndex = {
  languages: readonly ForeignLanguage[];
  words: Map<string, Word>;
  names: Map<string, number[]>;
};

/** Weight of a word in the keywords of a service. */
const WEIGHT = 0.6;

/**
 * Returns the beginning of a word, without accents, a last vowel and the article of Arabic. The first six letters
 * stand for all its inflections: that suits languages that inflect at the end, whatever they are (Can et al. 2008 for
 * Turkish), and needs no grammar of each.
 */
export function foreignStem(word: string): string {
  return withoutMarks(word)
    .slice(0, STEM)
    .replace(/(?<=.{3})[aeiouаеиоуыюяії]$/u, '');
}

const withoutMarks = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}ـ]/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .replace(/^ال(?=.{3})/u, '');

const STEM = 6;
const SHORTEST = 3;
const SHORTEST_LATIN = 4;

export function buildForeignIndex(
  languages: readonly ForeignLanguage[],
  documents: readonly SearchDocument[],
  slugOf: (document: SearchDocument) => string | undefined,
): ForeignIndex {
  const numbers = new Map(documents.map((document, number) => [slugOf(document), number]));
  const found = new Map<string, { documents: Set<number>; spellings: Word['spellings'] }>();
  const names: ForeignIndex['names'] = new Map();
  for (const { lang, services } of languages) {
    for (const [slug, phrases] of Object.entries(services)) {
      const number = numbers.get(slug);
      if (number === undefined) continue;
      for (const phrase of phrases) {
        const words = meaningful(phrase);
        const key = phraseKey(words.map(foreignStem));
        names.set(key, [...(names.get(key) ?? []), number]);
        for (const word of words) {
          const entry = found.get(foreignStem(word)) ?? { documents: new Set(), spellings: new Map() };
          entry.documents.add(number);
          entry.spellings.set(lang, (entry.spellings.get(lang) ?? new Set()).add(word.toLowerCase()));
          found.set(foreignStem(word), entry);
        }
      }
    }
  }
  const words = new Map(
    [...found].map(([stem, { documents: numbersOf, spellings }]) => [
      stem,
      { postings: postingsOf(numbersOf), spellings },
    ]),
  );
  return { languages, words, names };
}

/** Returns words long enough to differ from those of other languages (not `de`, `akt`); other scripts are no risk. */
const meaningful = (phrase: string): string[] =>
  wordsOf(phrase).filter(
    (word) => word.length >= (/\p{Script=Latin}/u.test(word) ? SHORTEST_LATIN : SHORTEST),
  );

/** Whether the whole word is one of them as written, not only its beginning: `certificat`, not `certifcate`. */
export const isForeignAsWritten = ({ words }: ForeignIndex, word: string): boolean =>
  [...(words.get(foreignStem(word))?.spellings.values() ?? [])].some((spellings) =>
    [...spellings].some((spelling) => withoutMarks(spelling) === withoutMarks(word)),
  );

function postingsOf(numbers: Set<number>): Postings {
  const documents = new Uint32Array([...numbers].sort((one, other) => one - other));
  return { documents, weights: new Float32Array(documents.length).fill(WEIGHT) };
}

/**
 * Returns the languages that have the most of these words, in the order of the content; several where the words are
 * written alike. Letters that few languages have (`ș`, `ğ`) decide.
 */
export function languagesOf({ languages, words }: ForeignIndex, used: readonly string[]): ForeignLanguage[] {
  const scores = languages.map(({ lang }) =>
    used.reduce((sum, word) => {
      const spellings = words.get(foreignStem(word))?.spellings.get(lang);
      if (!spellings) return sum;
      return sum + 1 + (/[^a-z]/.test(word.toLowerCase()) && spellings.has(word.toLowerCase()) ? 1 : 0);
    }, 0),
  );
  const best = Math.max(0, ...scores);
  return best === 0 ? [] : languages.filter((_, at) => scores[at] === best);
}
