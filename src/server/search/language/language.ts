import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { type Locale, locales } from '#domain/locale.ts';
import { countryAbbreviations, countryNames, nationalities } from './countries.ts';
import { englishDeeds, englishPersons, germanDeeds, germanPersons } from './deed-words.ts';
import { type DeedWords, deedWordsFrom } from './deeds.ts';
import { lowGermanFunctionWords } from './low-german.ts';
import {
  englishDeedWords,
  englishFunctionWords,
  englishRequestWords,
  germanDeedWords,
  germanFunctionWords,
  germanRequestWords,
} from './stop-words.ts';

/** Everything that the search knows about a language. Words are passed folded, see `fold`. */
export type Language = {
  locale: Locale;
  /** Returns one spelling for all ways to write a word: lower case, no accents. */
  fold(word: string): string;
  /** Returns the part of a word that its inflections share. */
  stem(folded: string): string;
  functionWords: ReadonlySet<string>;
  requestWords: ReadonlySet<string>;
  /** Stems. */
  deedWords: ReadonlySet<string>;
  /** Words for acts, for the order of services about the same thing. */
  deeds: DeedWords;
  /** Stems of words for members of the family. */
  persons: ReadonlySet<string>;
  /** Names of other countries. */
  countries: ReadonlySet<string>;
  /** Whether a text as written is the abbreviation of another country (`UK`); `us` is a pronoun. */
  isCountryCode(surface: string): boolean;
  /** The content's word for all of them, where it names none. */
  abroad: string;
  /** Whether words are joined into new ones without a blank. */
  hasCompounds: boolean;
};

const withoutAccents = (word: string) =>
  word.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Umlauts as most keyboards and forms write them, ä as ae or as a, become one spelling. The e after u stays where the
 * u belongs to another sound (Steuer, bauen, Quelle).
 */
const foldGerman = (word: string) =>
  withoutAccents(word)
    .replace(/(?<![aeiouq])ue/g, 'u')
    .replace(/ae/g, 'a')
    .replace(/oe/g, 'o');

/** Adds stems that Snowball misses: `Fällung` belongs to `fällen`, `Autos` to `Auto`. */
const stemGermanFurther = (folded: string): string => {
  const stem = stemGerman(folded);
  if (stem.length >= 7 && stem.endsWith('ung')) return stem.slice(0, -3);
  return stem.length >= 5 && /[aoy]s$/.test(stem) ? stem.slice(0, -1) : stem;
};

const countryCodes: ReadonlySet<string> = new Set(locales.flatMap(countryAbbreviations));

export const german: Language = {
  locale: 'de',
  fold: foldGerman,
  stem: stemGermanFurther,
  functionWords: new Set([...germanFunctionWords, ...lowGermanFunctionWords.split(/\s+/)].map(foldGerman)),
  requestWords: new Set(germanRequestWords.map(foldGerman)),
  deedWords: new Set(germanDeedWords.map((word) => stemGermanFurther(foldGerman(word)))),
  deeds: deedWordsFrom(germanDeeds, foldGerman, stemGermanFurther),
  persons: new Set(germanPersons.split(/\s+/).map((word) => stemGermanFurther(foldGerman(word)))),
  countries: new Set([...countryNames('de'), ...nationalities('de')].map(foldGerman)),
  isCountryCode: (surface) => countryCodes.has(surface),
  abroad: foldGerman('Ausland'),
  hasCompounds: true,
};

export const english: Language = {
  locale: 'en',
  fold: withoutAccents,
  stem: stemEnglish,
  functionWords: new Set(englishFunctionWords),
  requestWords: new Set(englishRequestWords),
  deedWords: new Set(englishDeedWords.map(stemEnglish)),
  deeds: deedWordsFrom(englishDeeds, withoutAccents, stemEnglish),
  persons: new Set(englishPersons.split(/\s+/).map(stemEnglish)),
  countries: new Set([...countryNames('en'), ...nationalities('en')].map(withoutAccents)),
  isCountryCode: (surface) => countryCodes.has(surface),
  abroad: 'abroad',
  hasCompounds: false,
};

export const languages: Record<Locale, Language> = { de: german, en: english };
