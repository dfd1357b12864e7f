import type { ForeignLanguage } from '#server/content/types.ts';
import {
  begunConcept,
  type Concept,
  compoundConcepts,
  guessedConcept,
  knownConcept,
  type LanguageIndex,
  partlyKnownCompound,
} from './language/concepts.ts';
import { type ForeignIndex, foreignStem, isForeignAsWritten, languagesOf } from './language/foreign-index.ts';
import { joinSeparated } from './language/inflections.ts';
import { partialKeys, phraseKey } from './language/phrases.ts';
import { wordsOf } from './language/words.ts';

/** Maximum length of the query: more than people write, too little to keep the server busy. */
const MAX_CHARACTERS = 300;
const MAX_WORDS = 16;
/** Weight of the language that the portal is not shown in. */
const OTHER_LANGUAGE = 0.8;
/**
 * Lies above the value of a word in running text and below that of a keyword: a query that only a footnote mentions
 * has no answer. A query that is being typed may still become anything.
 */
const LEAST_NAMING = 0.36;

export type Query = {
  concepts: Concept[];
  /** Documents (numbers) named like the query: word for word, in its meaningful words, by some of its words. */
  called: { exactly: Set<number>; whole: Set<number>; partly: Set<number> };
  /** Whether the query has a subject beside an act; then words for acts alone are no reason to show anything. */
  hasSubject: boolean;
  /** Share (0 to 1) in which some document must be about the subject, so that anything is shown; see `LEAST_NAMING`. */
  leastNaming: number;
  /** The query in other spellings, best first. */
  corrections: string[];
  /** Languages that the portal does not speak and the query seems to be written in. */
  languages: ForeignLanguage[];
  /** Whether there are no words to search for, or only function words. */
  isEmpty: boolean;
};

type Word = {
  surface: string;
  folded: string;
  other: string;
  forms: string[];
  otherForms: string[];
  /** Whether the word is a country that the content does not name: it gives a place, not a subject. */
  isAbroad: boolean;
};

/** The languages that are understood. */
type Languages = { index: LanguageIndex; other: LanguageIndex; foreign: ForeignIndex };

/**
 * Interprets a query. `index` is the language of the portal, `other` the second language; words that neither has may
 * be `foreign`. While a query is being typed, its last word may be the beginning of another. Any text is understood
 * as far as possible.
 */
export function understand(languages: Languages, query: string, isBeingTyped = false): Query {
  const { index, other, foreign } = languages;
  const all = readWords(index, other, query);
  const words = meaningful(index, other, all);
  const concepts: Concept[] = [];
  const abroad: string[] = [];
  const replaced: { surface: string; entries: string[] }[] = [];
  for (const word of words) {
    const isBegun = isBeingTyped && word === words.at(-1);
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
      concepts.push({ ...known, alternatives, isDeed: isDeed(index, other, word) });
      continue;
    }
    const elsewhere = known ? null : foreignConcept(languages, word);
    if (elsewhere) {
      abroad.push(word.surface);
      concepts.push(elsewhere);
      continue;
    }
    if (split) {
      concepts.push(...split);
      continue;
    }
    const guess = guessed(index, other, word);
    concepts.push(...guess.concepts);
    if (guess.corrections.length > 0) replaced.push({ surface: word.surface, entries: guess.corrections });
  }
  return {
    concepts,
    leastNaming: isBeingTyped ? 0 : LEAST_NAMING,
    hasSubject: words.some((word) => !isDeed(index, other, word)),
    called: withForeignNames(matchNames(index, other, concepts, words, all), foreign, abroad),
    languages: languagesOf(foreign, abroad),
    corrections: spellings(query, replaced),
    isEmpty: words.length === 0,
  };
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

const isDeed = (index: LanguageIndex, other: LanguageIndex, word: Word): boolean =>
  word.isAbroad ||
  index.text.language.deedWords.has(index.text.language.stem(word.folded)) ||
  other.text.language.deedWords.has(other.text.language.stem(word.other));

function readWords(index: LanguageIndex, other: LanguageIndex, query: string): Word[] {
  const surfaces = wordsOf(query.slice(0, MAX_CHARACTERS)).slice(0, MAX_WORDS);
  const own = readIn(index, surfaces);
  const foreign = readIn(other, surfaces);
  return surfaces.map((surface, position) => ({
    surface,
    folded: own[position]?.folded ?? '',
    forms: own[position]?.forms ?? [],
    other: foreign[position]?.folded ?? '',
    otherForms: foreign[position]?.forms ?? [],
    isAbroad: own[position]?.isAbroad === true || foreign[position]?.isAbroad === true,
  }));
}

type Read = { folded: string; forms: string[]; isAbroad?: true };

/** Folded words, countries, rejoined verbs (`melde … an`), and compounds of neighbours (`Kinder Geld`). */
function readIn({ text }: LanguageIndex, surfaces: string[]): Read[] {
  const { language, postings } = text;
  const folded = surfaces.map(language.fold);
  const isKnown = (word: string) => postings.has(language.stem(word));
  // For the content, moving to Canada is moving abroad.
  const isAbroad = (word: string) => language.countries.has(word) && !isKnown(word);
  const verbs = language.hasCompounds ? joinSeparated(folded) : new Map<number, string>();
  return folded.map((word, position) => {
    if (isAbroad(word)) return { folded: language.abroad, forms: [], isAbroad: true };
    if (!language.hasCompounds) return { folded: word, forms: [] };
    const verb = verbs.get(position);
    if (verb !== undefined && isKnown(verb)) return { folded: verb, forms: [] };
    const before = folded[position - 1] ?? '';
    const after = folded[position + 1] ?? '';
    const joined = [
      ...(before.length > 2 ? [before + word] : []),
      ...(after.length > 0 && word.length > 2 ? [word + after] : []),
    ];
    return { folded: word, forms: joined.filter(isKnown) };
  });
}

function meaningful(index: LanguageIndex, other: LanguageIndex, words: Word[]): Word[] {
  const own = index.text.language;
  const foreign = other.text.language;
  const says = words.filter(
    ({ folded, other: foldedOther }) =>
      !own.functionWords.has(folded) &&
      !(foreign.functionWords.has(foldedOther) && !index.text.lexicon.entries.get(folded)?.isStrong),
  );
  const subject = says.filter(
    ({ folded, other: foldedOther }) =>
      !own.requestWords.has(folded) &&
      !(foreign.requestWords.has(foldedOther) && !index.text.lexicon.entries.get(folded)?.isStrong),
  );
  const seen = new Set<string>();
  return (subject.length > 0 ? subject : says).filter(({ folded }) => !seen.has(folded) && seen.add(folded));
}

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

function matchNames(
  index: LanguageIndex,
  other: LanguageIndex,
  concepts: Concept[],
  words: Word[],
  all: Word[],
): Query['called'] {
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

function withForeignNames(
  called: Query['called'],
  { names }: ForeignIndex,
  words: string[],
): Query['called'] {
  const found = names.get(phraseKey(words.map(foreignStem))) ?? [];
  return { ...called, whole: new Set([...called.whole, ...found]) };
}

const stemIn = ({ text, thesaurus }: LanguageIndex, folded: string): string =>
  thesaurus.canonical(text.language.stem(folded));

const MAX_CORRECTIONS = 3;

/** Returns the query with its unknown words corrected: the best guess for each, then second guesses for the first. */
function spellings(query: string, replaced: { surface: string; entries: string[] }[]): string[] {
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
