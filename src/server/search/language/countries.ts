import type { Locale } from '#domain/locale.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const OWN = 'DE';

/** @returns the names of all other countries that are one word in a language, from the language data of the runtime */
export function countryNames(locale: Locale): string[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((one) => LETTERS.map((two) => one + two));
  // Codes out of use have the name of the present country: DD as well as DE.
  return codes
    .flatMap((code) => names.of(code) ?? [])
    .filter((name) => name !== names.of(OWN) && /^\p{L}+$/u.test(name));
}
