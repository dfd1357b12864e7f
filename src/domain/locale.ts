/** The languages of the portal; the one without a prefix in its addresses comes first (spec section 9). */
export const locales = ['de', 'en'] as const;
export type Locale = (typeof locales)[number];

/** One text in every language. */
export type Localised = Record<Locale, string>;
