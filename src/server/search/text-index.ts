import type { Field, SearchDocument } from './documents.ts';
import { splitCompound } from './language/compounds.ts';
import type { Language } from './language/language.ts';
import { addWord, completeLexicon, type Entry, emptyLexicon, type Lexicon } from './language/lexicon.ts';
import { wordsOf } from './language/words.ts';
import type { YieldNow } from './yield-every.ts';

/** Occurrences of a term: numbers of the documents, ascending, and its weight in each (0 to 1). */
export type Postings = { documents: Uint32Array; weights: Float32Array };

/** The texts of all documents in one language, by stem. */
export type TextIndex = {
  language: Language;
  lexicon: Lexicon;
  postings: Map<string, Postings>;
  documentCount: number;
};

/** A list of keywords says no less of each one for being long. */
const ANY_LENGTH = Number.POSITIVE_INFINITY;

/**
 * Weight of a word in a field, and the usual number of words there: in a shorter field each word counts more (BM25F,
 * Robertson and Zaragoza 2009, with fixed instead of average lengths, so that one pass is enough).
 */
const FIELDS: Record<Field, { boost: number; usualLength: number; isStrong: boolean }> = {
  title: { boost: 12, usualLength: 3, isStrong: true },
  keywords: { boost: 9, usualLength: ANY_LENGTH, isStrong: true },
  phrases: { boost: 3.3, usualLength: ANY_LENGTH, isStrong: true },
  teaser: { boost: 3, usualLength: 20, isStrong: true },
  shortText: { boost: 2, usualLength: 40, isStrong: false },
  topics: { boost: 1.5, usualLength: 5, isStrong: true },
  text: { boost: 0.6, usualLength: 400, isStrong: false },
  authorities: { boost: 0.5, usualLength: 6, isStrong: false },
};
const FIELD_NAMES = Object.keys(FIELDS) as Field[];
const LENGTH_MATTERS = 0.4;
/** Boosted occurrences from which repeating a word adds nothing. */
const SATURATION = 6;
/** Weight of a word inside a compound compared with one on its own. */
const PART = 0.5;

/** The distinct words of all texts, numbered, and the texts as numbers: each word is processed once. */
type Corpus = {
  numbers: Map<string, number>;
  counts: number[];
  strong: boolean[];
  /** For each document and field: the numbers of its words. */
  texts: { field: Field; words: Uint32Array }[][];
};

/** Builds the index of a language in slices; yields between them (`yieldNow`). */
export async function buildTextIndex(
  language: Language,
  documents: readonly SearchDocument[],
  yieldNow: YieldNow,
): Promise<TextIndex> {
  const corpus = await readCorpus(language, documents, yieldNow);
  const { lexicon, entries } = await readLexicon(language, corpus, yieldNow);
  const terms = await termsOfWords(lexicon, entries, yieldNow);
  const postings = await gather(corpus, terms, yieldNow);
  return { language, lexicon, postings, documentCount: documents.length };
}

async function readCorpus(
  language: Language,
  documents: readonly SearchDocument[],
  yieldNow: YieldNow,
): Promise<Corpus> {
  const corpus: Corpus = { numbers: new Map(), counts: [], strong: [], texts: [] };
  for (const document of documents) {
    const texts = document.texts(language.locale);
    corpus.texts.push(
      FIELD_NAMES.filter((field) => texts[field]?.length).map((field) => ({
        field,
        words: readField(corpus, texts[field] ?? [], FIELDS[field].isStrong),
      })),
    );
    await yieldNow();
  }
  return corpus;
}

// Plain loops here and below: this processes millions of words.
function readField(corpus: Corpus, texts: string[], isStrong: boolean): Uint32Array {
  const words: number[] = [];
  for (const text of texts) {
    for (const word of wordsOf(text)) words.push(numberOf(corpus, word, isStrong));
  }
  return new Uint32Array(words);
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

/** The lexicon, and its entry for each word by the number of the word. */
async function readLexicon(language: Language, corpus: Corpus, yieldNow: YieldNow) {
  const lexicon = emptyLexicon(language);
  const entries: Entry[] = [];
  for (const [word, number] of corpus.numbers) {
    entries.push(addWord(lexicon, word, corpus.counts[number] ?? 0, corpus.strong[number] ?? false));
    await yieldNow();
  }
  await completeLexicon(lexicon, yieldNow);
  return { lexicon, entries };
}

/** The stems of all words, numbered. */
type Terms = {
  stems: string[];
  /** By number of the word: the numbers of its stem and of the stems of its parts. */
  ofWord: { own: number; parts: number[] }[];
};
const NONE = -1;

async function termsOfWords(lexicon: Lexicon, entries: Entry[], yieldNow: YieldNow): Promise<Terms> {
  const { language } = lexicon;
  const known = new Map<string, number>();
  const numberOfStem = (stem: string): number => {
    const number = known.get(stem) ?? known.size;
    if (number === known.size) known.set(stem, number);
    return number;
  };
  const compounds = new Map<string, string[]>();
  const ofWord: Terms['ofWord'] = [];
  for (const { folded, stem } of entries) {
    ofWord.push(
      language.functionWords.has(folded)
        ? { own: NONE, parts: [] }
        : {
            own: numberOfStem(stem),
            parts: compoundStems(lexicon, folded, compounds).map(numberOfStem),
          },
    );
    await yieldNow();
  }
  return { stems: [...known.keys()], ofWord };
}

/** Stems of the parts of a compound, and of their parts; `known` caches the parts of parts. */
function compoundStems(lexicon: Lexicon, folded: string, known: Map<string, string[]>): string[] {
  const stems = splitCompound(lexicon, folded).flatMap((part) => {
    const deeper = known.get(part) ?? compoundStems(lexicon, part, known);
    known.set(part, deeper);
    return [lexicon.language.stem(part), ...deeper];
  });
  return [...new Set(stems)];
}

async function gather(corpus: Corpus, terms: Terms, yieldNow: YieldNow): Promise<Map<string, Postings>> {
  const growing: { documents: number[]; weights: number[] }[] = terms.stems.map(() => ({
    documents: [],
    weights: [],
  }));
  const sums = new Float64Array(terms.stems.length);
  for (const [document, texts] of corpus.texts.entries()) {
    for (const term of addFrequencies(texts, terms, sums)) {
      const frequency = sums[term] ?? 0;
      sums[term] = 0;
      growing[term]?.documents.push(document);
      growing[term]?.weights.push(frequency / (frequency + SATURATION));
    }
    await yieldNow();
  }
  const postings = new Map<string, Postings>();
  for (const [term, stem] of terms.stems.entries()) {
    const { documents, weights } = growing[term] ?? { documents: [], weights: [] };
    postings.set(stem, { documents: new Uint32Array(documents), weights: new Float32Array(weights) });
    await yieldNow();
  }
  return postings;
}

/** Adds up how often each term occurs in a document, weighted by field. Returns the terms that occur. */
function addFrequencies(texts: Corpus['texts'][number], { ofWord }: Terms, sums: Float64Array): number[] {
  const found: number[] = [];
  const add = (term: number, weight: number) => {
    if (sums[term] === 0) found.push(term);
    sums[term] = (sums[term] ?? 0) + weight;
  };
  for (const { field, words } of texts) {
    const { boost, usualLength } = FIELDS[field];
    const excess = usualLength === ANY_LENGTH ? 0 : words.length / usualLength - 1;
    const weight = boost / (1 + LENGTH_MATTERS * excess);
    for (const word of words) {
      const terms = ofWord[word];
      if (!terms || terms.own === NONE) continue;
      add(terms.own, weight);
      for (const part of terms.parts) add(part, weight * PART);
    }
  }
  return found;
}
