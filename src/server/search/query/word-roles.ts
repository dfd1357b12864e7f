import type { LanguageIndex } from '../language/concepts.ts';
import { asideDeeds, type Deed, deedsIn } from '../language/deeds.ts';
import { verbForms } from '../language/inflections.ts';
import type { Language } from '../language/language.ts';
import type { Word } from './query-words.ts';

/** Whether a word names an act, or the country that it leads to, and not the thing. */
export const isDeed = (index: LanguageIndex, other: LanguageIndex, word: Word): boolean =>
  word.isAbroad ||
  index.text.language.deedWords.has(index.text.language.stem(word.folded)) ||
  other.text.language.deedWords.has(other.text.language.stem(word.other));

/** Returns the words that belong to matters of others. */
export function wordsOfOthers(index: LanguageIndex, other: LanguageIndex, all: Word[]): Set<Word> {
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
export const isPerson = (index: LanguageIndex, other: LanguageIndex, word: Word): boolean =>
  [[index, word.folded] as const, [other, word.other] as const].some(([{ text }, folded]) =>
    text.language.persons.has(text.language.stem(folded)),
  );

/** Whether a word says what has happened or to whom, beside the subject. The death of a person is a subject. */
export function isAside(
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

/** Returns what the person wants to do with the subject, and what has happened to it. */
export function deedsOf(index: LanguageIndex, other: LanguageIndex, all: Word[]): Set<Deed> {
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
