import type { ForeignLanguage } from '#server/content/types.ts';
import type { Concept } from './language/concepts.ts';
import type { Deed } from './language/deeds.ts';
import { languagesOf } from './language/foreign-index.ts';
import { type Called, matchNames, withForeignNames } from './query/called.ts';
import { meaningful, readWords, type Word } from './query/query-words.ts';
import { spellings } from './query/spellings.ts';
import { type Languages, readingOf } from './query/word-concepts.ts';
import { deedsOf, isAside, isDeed, isPerson, wordsOfOthers } from './query/word-roles.ts';

/**
 * Lies above the value of a word in running text and below that of a keyword: a query that only a footnote mentions
 * has no answer. A query that is being typed may still become anything.
 */
const LEAST_NAMING = 0.36;

export type Query = {
  concepts: Concept[];
  called: Called;
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
  const ofOthers = wordsOfOthers(index, other, all);
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
    const { kind, concepts: found, corrections } = readingOf(languages, word, isBegun);
    if (kind === 'foreign') abroad.push(word.surface);
    if (kind === 'foreign' || kind === 'shortened') concepts.push(...found);
    else add(word, found);
    if (corrections.length > 0) replaced.push({ surface: word.surface, entries: corrections });
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
