/** The languages of the portal; the one without a prefix in its addresses comes first (spec section 9). */
export const locales = ['de', 'en'] as const;
export type Locale = (typeof locales)[number];

/** One text in every language. */
export type Localised = Record<Locale, string>;

/** The tag of a language with its conventions for dates, numbers and lists (BCP 47). */
export const languageTag = { de: 'de-DE', en: 'en-GB' } as const satisfies Localised;

/** The language named by a text; null for anything else. */
export const asLocale = (value: unknown): Locale | null => locales.find((it) => it === value) ?? null;

/** The language named by a text; the first language for anything else. */
export const localeOf = (value: unknown): Locale => asLocale(value) ?? locales[0];

/** The language to change to. */
export const otherLocale = (locale: Locale): Locale => locales.find((it) => it !== locale)!;
