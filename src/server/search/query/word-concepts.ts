import {
  begunConcept,
  type Concept,
  compoundConcepts,
  guessedConcept,
  knownConcept,
  type LanguageIndex,
  partlyKnownCompound,
  shortenedConcept,
} from '../language/concepts.ts';
import { type ForeignIndex, foreignStem, isForeignAsWritten } from '../language/foreign-index.ts';
import type { Word } from './query-words.ts';

/** Weight of the language that the portal is not shown in. */
const OTHER_LANGUAGE = 0.8;

/** The languages that are understood. `index` is that of the portal, `other` the second one. */
export type Languages = { index: LanguageIndex; other: LanguageIndex; foreign: ForeignIndex };

/** Meaning of a word of a query; no concepts where nothing resembles it. `corrections`: other spellings, best first. */
export type Reading = {
  kind: 'known' | 'foreign' | 'shortened' | 'guessed';
  concepts: Concept[];
  corrections: string[];
};

/** Reads a word of a query. @param isBegun whether it may be the beginning of another */
export function readingOf(languages: Languages, word: Word, isBegun: boolean): Reading {
  const { index, other } = languages;
  const known = [
    knownConcept(index, word.folded, word.forms),
    weakened(knownConcept(other, word.other, word.otherForms)),
    isBegun ? begunConcept(index, word.folded) : null,
    isBegun ? weakened(begunConcept(other, word.other)) : null,
  ].reduce(merge);
  const parts = [index, other].map((side) =>
    compoundConcepts(side, side === index ? word.folded : word.other),
  );
  const split = parts.find((found) => found.length > (known ? 1 : 0));
  if (known && !(split && isMentionedOnly(index, word))) {
    // `Haltverbot` occurs in a footnote; services are called `Halteverbot`.
    const near = isMentionedOnly(index, word) ? guessedConcept(index, word.folded) : null;
    const alternatives = [...known.alternatives, ...(near?.concept.alternatives ?? [])];
    return { kind: 'known', concepts: [{ ...known, alternatives }], corrections: [] };
  }
  const elsewhere = known ? null : foreignConcept(languages, word);
  if (elsewhere) return { kind: 'foreign', concepts: [elsewhere], corrections: [] };
  const shortened = known
    ? null
    : shortenedConcept(index.text.language.hasCompounds ? index : other, word.surface);
  if (shortened) return { kind: 'shortened', concepts: [shortened], corrections: [] };
  if (split) return { kind: 'known', concepts: split, corrections: [] };
  return { kind: 'guessed', ...guessed(index, other, word) };
}

/** Returns a word of another language. A mere beginning may as well be a misspelt word of the portal's languages. */
function foreignConcept({ index, other, foreign }: Languages, word: Word): Concept | null {
  const stem = foreignStem(word.surface);
  const found = foreign.words.get(stem);
  if (!found) return null;
  const isMisspelt = () =>
    [guessedConcept(index, word.folded), guessedConcept(other, word.other)].some((guess) => guess !== null);
  if (!isForeignAsWritten(foreign, word.surface) && isMisspelt()) return null;
  return { alternatives: [{ postings: found.postings, weight: 1 }], canonical: stem };
}

/** Whether the content has the word in running text only. */
const isMentionedOnly = ({ text, thesaurus }: LanguageIndex, { folded }: Word): boolean =>
  text.lexicon.entries.get(folded)?.isStrong === false &&
  thesaurus.sameAs(text.language.stem(folded)).length === 0;

function merge(own: Concept | null, other: Concept | null): Concept | null {
  if (!own || !other) return own ?? other;
  return { ...own, alternatives: [...own.alternatives, ...other.alternatives] };
}

/** Lowers the weight of words in the language that the portal is not shown in. */
const weakened = (concept: Concept | null): Concept | null =>
  concept && {
    ...concept,
    alternatives: concept.alternatives.map(({ postings, weight }) => ({
      postings,
      weight: weight * OTHER_LANGUAGE,
    })),
  };

function guessed(
  index: LanguageIndex,
  other: LanguageIndex,
  word: Word,
): { concepts: Concept[]; corrections: string[] } {
  const own = guessedConcept(index, word.folded);
  const foreign = guessedConcept(other, word.other);
  const concept = merge(own?.concept ?? null, weakened(foreign?.concept ?? null));
  if (concept) {
    const near = [...(own?.corrections ?? []), ...(foreign?.corrections ?? [])];
    const isBeginning = own?.isBeginning || foreign?.isBeginning;
    return {
      concepts: [concept],
      corrections: isBeginning ? [] : near.map(({ display }) => display),
    };
  }
  return { concepts: partlyKnownCompound(index, word.folded), corrections: [] };
}
