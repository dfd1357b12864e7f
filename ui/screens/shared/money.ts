import { type Locale, languageTag } from '#domain/locale.ts';

const euros = new Map<Locale, Intl.NumberFormat>();

/** The euro formatter of a language; creating one takes an old phone as long as the rest of a page. */
function eurosIn(locale: Locale): Intl.NumberFormat {
  const known = euros.get(locale);
  if (known) return known;
  const made = new Intl.NumberFormat(languageTag[locale], { style: 'currency', currency: 'EUR' });
  euros.set(locale, made);
  return made;
}

/** An amount in the reader's language. @param cents money in cents */
export const money = (cents: number, locale: Locale): string => eurosIn(locale).format(cents / 100);

/** "a, b oder c", "a, b or c". */
export const eitherOf = (parts: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(languageTag[locale], { type: 'disjunction' }).format(parts);
