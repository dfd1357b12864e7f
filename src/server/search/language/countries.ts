import type { Locale } from '#domain/locale.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = LETTERS.flatMap((one) => LETTERS.map((two) => one + two));
const OWN = 'DE';

/** @returns the names of all other countries that are one word in a language, from the language data of the runtime */
export function countryNames(locale: Locale): string[] {
  return namesIn(locale, 'long').filter((name) => /^\p{L}+$/u.test(name));
}

/** @returns abbreviations of other countries in capitals: USA, UK */
export function countryAbbreviations(locale: Locale): string[] {
  return namesIn(locale, 'short').filter((name) => /^[A-Z]{2,3}$/.test(name));
}

function namesIn(locale: Locale, style: 'long' | 'short'): string[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none', style });
  // Codes out of use have the name of the present country: DD as well as DE.
  return CODES.flatMap((code) => names.of(code) ?? []).filter((name) => name !== names.of(OWN));
}

/** Adjectives of countries that are neither the name of a language nor follow from the name of the country. */
const IRREGULAR: Record<Locale, string[]> = {
  de: [
    'amerikanisch',
    'britisch',
    'schweizerisch',
    'österreichisch',
    'brasilianisch',
    'kanadisch',
    'mexikanisch',
  ],
  en: ['american', 'british', 'swiss', 'austrian', 'brazilian', 'canadian', 'egyptian', 'syrian', 'iraqi'],
};
const ENDINGS = ['', 'e', 'er', 'en', 'es', 'em'];

/** @returns adjectives of other countries, most of which are called like a language (`türkisch`, `Turkish`) */
export function nationalities(locale: Locale): string[] {
  const names = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
  const own = names.of('de');
  const languages = LETTERS.flatMap((one) => LETTERS.map((two) => one + two)).flatMap((code) => {
    const name = names.of(code.toLowerCase());
    return name && name !== own && /^\p{L}+(?:isch|ish|ese|ian|an|ch|ic|i)$/u.test(name) ? [name] : [];
  });
  const countries = countryNames(locale);
  if (locale === 'en') {
    const regular = countries.filter((name) => /[^s]ia$|ca$/.test(name)).map((name) => `${name}n`);
    return [...languages, ...regular, ...IRREGULAR.en];
  }
  const regular = countries
    .filter((name) => name.endsWith('ien'))
    .map((name) => name.replace(/ien$/, 'isch'));
  return [...languages, ...regular, ...IRREGULAR.de].flatMap((name) =>
    ENDINGS.map((ending) => name + ending),
  );
}
