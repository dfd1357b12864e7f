/** The pages of spec section 2 in both languages; parameters in braces. Routes are named `<page>_<language>`. */
export const pages = {
  index: { de: '/', en: '/en' },
  account: { de: '/nutzerkonto', en: '/en/account' },
  process: { de: '/formular', en: '/en/form' },
  service: { de: '/leistung/{leikaid}', en: '/en/service/{leikaid}' },
  redirect: { de: '/redirect', en: '/redirect' },
} as const;

export type PageName = keyof typeof pages;

const patterns = Object.values(pages)
  .flatMap(({ de, en }) => [de, en])
  .map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`));

/** Whether a path leads to a page; everything else is a 404. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path));

/** The language of a path: English has the prefix /en, German has none. */
export const languageOf = (path: string): 'de' | 'en' => (/^\/en(\/|$)/.test(path) ? 'en' : 'de');
