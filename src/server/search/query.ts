import type { ForeignLanguage } from '#server/content/types.ts';
import {
  begunConcept,
  type Concept,
  compoundConcepts,
  guessedConcept,
  knownConcept,
  type LanguageIndex,
  partlyKnownCompound,
  shortenedConcept,
} from './language/concepts.ts';
import { asideDeeds, type Deed, deedsIn } from './language/deeds.ts';
import { type ForeignIndex, foreignStem, isForeignAsWritten, languagesOf } from './language/foreign-index.ts';
import { joinSeparated, verbForms } from './language/inflections.ts';
import type { Language } from './language/language.ts';
import { inHighGerman } from './language/low-german-words.ts';
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
  /** Deeds that the person wants to do with the subject, or that have happened to it. */
  deeds: ReadonlySet<Deed>;
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
  /** Whether the word is a prefix that belongs to a verb before it. */
  isSeparated: boolean;
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
  const deeds = deedsOf(index, other, all);
  // Of what grandma needs, grandma says nothing.
  const hasThing = words.some((word) => !isPerson(index, other, word) && !isDeed(index, other, word));
  const isOfPerson = all.some((word) => isPerson(index, other, word));
  const ofOthers = isBeingTyped ? new Set<Word>() : wordsOfOthers(index, other, all);
  const add = (word: Word, found: Concept[]) => {
    const aside =
      isAside(index, other, word, deeds, isOfPerson) || (hasThing && isPerson(index, other, word));
    concepts.push(
      ...found.map((concept) => ({
        ...concept,
        ...(aside && { isAside: true }),
        ...((ofOthers.has(word) || isDeed(index, other, word)) && { isDeed: true }),
      })),
    );
  };
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
      add(word, [{ ...known, alternatives }]);
      continue;
    }
    const elsewhere = known ? null : foreignConcept(languages, word);
    if (elsewhere) {
      abroad.push(word.surface);
      concepts.push(elsewhere);
      continue;
    }
    const shortened = known
      ? null
      : shortenedConcept(index.text.language.hasCompounds ? index : other, word.surface);
    if (shortened) {
      concepts.push(shortened);
      continue;
    }
    if (split) {
      add(word, split);
      continue;
    }
    const guess = guessed(index, other, word);
    add(word, guess.concepts);
    if (guess.corrections.length > 0) replaced.push({ surface: word.surface, entries: guess.corrections });
  }
  return {
    concepts,
    deeds,
    leastNaming: isBeingTyped ? 0 : LEAST_NAMING,
    hasSubject: ofOthers.size > 0 || words.some((word) => !isDeed(index, other, word)),
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

/** Returns the words that belong to matters of others. */
function wordsOfOthers(index: LanguageIndex, other: LanguageIndex, all: Word[]): Set<Word> {
  const stemsOf = ({ text, thesaurus }: LanguageIndex, folded: string[]) => {
    const stems = folded.map(text.language.stem);
    const found = thesaurus.ofOthers(new Set(stems));
    return stems.map((stem) => found.has(stem));
  };
  const own = stemsOf(
    index,
    all.map(({ folded }) => folded),
  );
  const foreign = stemsOf(
    other,
    all.map((word) => word.other),
  );
  return new Set(all.filter((_, at) => own[at] || foreign[at]));
}

/** Whether a word is a member of the family. */
const isPerson = (index: LanguageIndex, other: LanguageIndex, word: Word): boolean =>
  [[index, word.folded] as const, [other, word.other] as const].some(([{ text }, folded]) =>
    text.language.persons.has(text.language.stem(folded)),
  );

/** Whether a word says what has happened or to whom, beside the subject. The death of a person is a subject. */
function isAside(
  index: LanguageIndex,
  other: LanguageIndex,
  word: Word,
  deeds: ReadonlySet<Deed>,
  isOfPerson: boolean,
): boolean {
  if (isPerson(index, other, word)) return deeds.size > 0;
  const says = ({ stem, deeds: named }: Language, forms: string[]) =>
    forms.some((form) => {
      const deed = named.stems.get(stem(form));
      return deed !== undefined && asideDeeds.has(deed) && !(isOfPerson && deed === 'die');
    });
  return (
    says(index.text.language, [word.folded, ...verbForms(word.folded)]) ||
    says(other.text.language, [word.other])
  );
}

function deedsOf(index: LanguageIndex, other: LanguageIndex, all: Word[]): Set<Deed> {
  const named = (language: Language, words: string[]) =>
    deedsIn(
      language.deeds,
      language.hasCompounds ? [...words, ...words.flatMap(verbForms)] : words,
      language.stem,
    );
  const words = all.filter((word) => !word.isSeparated);
  const found = new Set([
    ...named(
      index.text.language,
      words.map(({ folded }) => folded),
    ),
    ...named(
      other.text.language,
      words.map((word) => word.other),
    ),
  ]);
  // A person who moves to another country leaves the register.
  if (found.has('change') && all.some(({ isAbroad }) => isAbroad)) found.add('end');
  // Of an animal that has died, its registration ends; of a person, much more does.
  if (found.has('die') && !all.some((word) => isPerson(index, other, word))) found.add('end');
  return found;
}

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
    isSeparated: own[position]?.isSeparated === true || foreign[position]?.isSeparated === true,
  }));
}

type Read = { folded: string; forms: string[]; isAbroad?: true; isSeparated?: boolean };

/** Folded words, countries, rejoined verbs (`melde … an`), and compounds of neighbours (`Kinder Geld`). */
function readIn({ text }: LanguageIndex, surfaces: string[]): Read[] {
  const { language, postings } = text;
  const folded = language.hasCompounds
    ? surfaces.map((surface) => inHighGerman(text, surface) ?? language.fold(surface))
    : surfaces.map(language.fold);
  const isKnown = (word: string) =>
    postings.has(language.stem(word)) || language.deeds.stems.has(language.stem(word));
  // For the content, moving to Canada is moving abroad.
  const isAbroad = (word: string) => language.countries.has(word) && !isKnown(word);
  const verbs = new Map(
    [...(language.hasCompounds ? joinSeparated(folded) : [])].filter(([, verb]) => isKnown(verb)),
  );
  const joins = [...verbs].map(([position, verb]) =>
    verb.slice(0, verb.length - (folded[position] ?? '').length),
  );
  return folded.map((word, position) => {
    if (isAbroad(word) || language.isCountryCode(surfaces[position] ?? ''))
      return { folded: language.abroad, forms: [], isAbroad: true };
    if (!language.hasCompounds) return { folded: word, forms: [] };
    const verb = verbs.get(position);
    if (verb !== undefined) return { folded: verb, forms: [] };
    const before = folded[position - 1] ?? '';
    const after = folded[position + 1] ?? '';
    const joined = [
      ...(before.length > 2 ? [before + word] : []),
      ...(after.length > 0 && word.length > 2 ? [word + after] : []),
    ];
    return {
      folded: word,
      forms: joined.filter((it) => postings.has(language.stem(it))),
      isSeparated: position > 0 && joins.includes(word),
    };
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
