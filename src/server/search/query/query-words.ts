import type { LanguageIndex } from '../language/concepts.ts';
import { joinSeparated } from '../language/inflections.ts';
import { inHighGerman } from '../language/low-german-words.ts';
import { wordsOf } from '../language/words.ts';

/** Maximum length of the query: more than people write, too little to keep the server busy. */
export const MAX_CHARACTERS = 300;
const MAX_WORDS = 16;

/** A word of a query: as written, as each language reads it, and the forms that it may have there. */
export type Word = {
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

/**
 * Returns the words of a query in reading order, at most `MAX_WORDS`. `index` is the language of the portal, `other`
 * the second one.
 */
export function readWords(index: LanguageIndex, other: LanguageIndex, query: string): Word[] {
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

/**
 * Returns the words that say what is looked for, each once: without articles and the like, and without words of nearly
 * every request unless there are no others.
 */
export function meaningful(index: LanguageIndex, other: LanguageIndex, words: Word[]): Word[] {
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
