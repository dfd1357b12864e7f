import type { Breathe } from './breathe.ts';
import { splitCompound } from './compounds.ts';
import type { Field, SearchDocument } from './documents.ts';
import type { Language } from './language.ts';
import { addWord, completeLexicon, emptyLexicon, type Lexicon } from './lexicon.ts';
import { wordsOf } from './words.ts';

/** Where a term stands: numbers of the documents, ascending, and how much it says about each (0 to 1). */
export type Postings = { documents: Uint32Array; weights: Float32Array };

/** The texts of all documents in one language, by stem. */
export type TextIndex = {
  language: Language;
  lexicon: Lexicon;
  postings: Map<string, Postings>;
  documentCount: number;
};

/**
 * How much a word in a field counts, and how many words the field usually has: in a shorter one each word says
 * more (BM25F, Robertson and Zaragoza 2009, with fixed instead of average lengths, so that one pass is enough).
 */
const FIELDS: Record<Field, { boost: number; usualLength: number; isStrong: boolean }> = {
  title: { boost: 12, usualLength: 3, isStrong: true },
  keywords: { boost: 9, usualLength: 16, isStrong: true },
  teaser: { boost: 3, usualLength: 20, isStrong: true },
  shortText: { boost: 2, usualLength: 40, isStrong: false },
  topics: { boost: 1.5, usualLength: 5, isStrong: true },
  text: { boost: 0.6, usualLength: 400, isStrong: false },
  authorities: { boost: 0.5, usualLength: 6, isStrong: false },
};
const FIELD_NAMES = Object.keys(FIELDS) as Field[];
const LENGTH_MATTERS = 0.4;
/** Where repeating a word stops saying more; in boosted occurrences. */
const SATURATION = 6;
/** What a word inside a compound counts beside one that stands alone. */
const PART = 0.5;

/** The distinct words of all texts, numbered, and the texts as numbers: words are worked on once each. */
type Corpus = {
  numbers: Map<string, number>;
  counts: number[];
  strong: boolean[];
  /** For each document and field: the numbers of its words. */
  texts: { field: Field; words: Uint32Array }[][];
};

/** Builds the index of a language. Between slices other work goes on (`breathe`). */
export async function buildTextIndex(
  language: Language,
  documents: readonly SearchDocument[],
  breathe: Breathe,
): Promise<TextIndex> {
  const corpus = await readCorpus(language, documents, breathe);
  const lexicon = await readLexicon(language, corpus, breathe);
  const terms = await termsOfWords(lexicon, corpus, breathe);
  const postings = await gather(corpus, terms, breathe);
  return { language, lexicon, postings, documentCount: documents.length };
}

async function readCorpus(
  language: Language,
  documents: readonly SearchDocument[],
  breathe: Breathe,
): Promise<Corpus> {
  const corpus: Corpus = { numbers: new Map(), counts: [], strong: [], texts: [] };
  for (const document of documents) {
    const texts = document.texts(language.locale);
    corpus.texts.push(
      FIELD_NAMES.filter((field) => texts[field]?.length).map((field) => ({
        field,
        words: Uint32Array.from((texts[field] ?? []).flatMap(wordsOf), (word) =>
          numberOf(corpus, word, FIELDS[field].isStrong),
        ),
      })),
    );
    await breathe();
  }
  return corpus;
}

function numberOf({ numbers, counts, strong }: Corpus, word: string, isStrong: boolean): number {
  let number = numbers.get(word);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(word, number);
    counts.push(0);
    strong.push(false);
  }
  counts[number] = (counts[number] ?? 0) + 1;
  if (isStrong) strong[number] = true;
  return number;
}

async function readLexicon(language: Language, corpus: Corpus, breathe: Breathe): Promise<Lexicon> {
  const lexicon = emptyLexicon(language);
  for (const [word, number] of corpus.numbers) {
    addWord(lexicon, word, corpus.counts[number] ?? 0, corpus.strong[number] ?? false);
    await breathe();
  }
  await completeLexicon(lexicon, breathe);
  return lexicon;
}

type Term = { stem: string; share: number };

/** By number of the word: its stem and those of the words it is made of. */
async function termsOfWords(lexicon: Lexicon, { numbers }: Corpus, breathe: Breathe): Promise<Term[][]> {
  const { language } = lexicon;
  const terms: Term[][] = [];
  for (const word of numbers.keys()) {
    const folded = language.fold(word);
    const isFunctionWord = language.functionWords.has(folded);
    terms.push(
      isFunctionWord
        ? []
        : [
            { stem: language.stem(folded), share: 1 },
            ...compoundStems(lexicon, folded).map((stem) => ({ stem, share: PART })),
          ],
    );
    await breathe();
  }
  return terms;
}

/** Stems of the parts of a compound, and of the parts of those. */
export function compoundStems(lexicon: Lexicon, folded: string): string[] {
  const parts = splitCompound(lexicon, folded);
  const stems = parts.flatMap((part) => [lexicon.language.stem(part), ...compoundStems(lexicon, part)]);
  return [...new Set(stems)];
}

async function gather(corpus: Corpus, terms: Term[][], breathe: Breathe): Promise<Map<string, Postings>> {
  const growing = new Map<string, { documents: number[]; weights: number[] }>();
  for (const [document, texts] of corpus.texts.entries()) {
    for (const [stem, frequency] of frequencies(texts, terms)) {
      let list = growing.get(stem);
      if (!list) {
        list = { documents: [], weights: [] };
        growing.set(stem, list);
      }
      list.documents.push(document);
      list.weights.push(frequency / (frequency + SATURATION));
    }
    await breathe();
  }
  const postings = new Map<string, Postings>();
  for (const [stem, { documents, weights }] of growing) {
    postings.set(stem, { documents: Uint32Array.from(documents), weights: Float32Array.from(weights) });
    growing.delete(stem);
    await breathe();
  }
  return postings;
}

/** How often each stem occurs in a document, weighted by field. */
function frequencies(texts: Corpus['texts'][number], terms: Term[][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { field, words } of texts) {
    const { boost, usualLength } = FIELDS[field];
    const weight = boost / (1 - LENGTH_MATTERS + (LENGTH_MATTERS * words.length) / usualLength);
    for (const word of words) {
      for (const { stem, share } of terms[word] ?? []) {
        sums.set(stem, (sums.get(stem) ?? 0) + share * weight);
      }
    }
  }
  return sums;
}
