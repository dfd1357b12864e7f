export type Locale = 'de' | 'en';

/** The pages of spec section 2 in both languages; parameters begin with `$`. */
export const paths = {
  home: { de: '/', en: '/en' },
  service: { de: '/leistung/$leikaid', en: '/en/service/$leikaid' },
  account: { de: '/nutzerkonto', en: '/en/account' },
  process: { de: '/formular', en: '/en/form' },
  redirect: { de: '/redirect', en: '/redirect' },
  page: { de: '/$slug', en: '/en/$slug' },
} as const;
export type Screen = keyof typeof paths;

/** Page slugs are words of their language, so each page is known by a key. */
export const pageSlugs = {
  imprint: { de: 'impressum', en: 'imprint' },
  privacy: { de: 'datenschutz', en: 'privacy' },
  terms: { de: 'nutzungsbedingungen', en: 'terms-of-use' },
  accessibility: { de: 'barrierefreiheit', en: 'accessibility' },
  reportBarrier: { de: 'barriere-melden', en: 'report-a-barrier' },
  easyLanguage: { de: 'leichte-sprache', en: 'easy-language' },
  signLanguage: { de: 'gebaerdensprache', en: 'sign-language' },
} as const;
export type PageKey = keyof typeof pageSlugs;

/** The language of an address: English has the prefix /en, German has none. */
export const localeOfPath = (path: string): Locale => (/^\/en(\/|$)/.test(path) ? 'en' : 'de');

/** The screen that a path leads to; null for a path that is no page (404). */
export function screenOfPath(path: string): Screen | null {
  const locale = localeOfPath(path);
  const plain = path.replace(/(.)\/$/, '$1');
  for (const [screen, { [locale]: pattern }] of Object.entries(paths) as [Screen, Record<Locale, string>][]) {
    if (screen === 'page') continue;
    if (new RegExp(`^${pattern.replace(/\$\w+/, '[^/]+')}$`).test(plain)) return screen;
  }
  const slug = plain.replace(/^\/(en\/)?/, '');
  return Object.values(pageSlugs).some((slugs) => slugs[locale] === slug) ? 'page' : null;
}
