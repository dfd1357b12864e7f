import { type Locale, localeOfPath, type PageKey, pageSlugs, paths } from '#contract/pages.ts';

export type { Locale, PageKey };
export { localeOfPath, paths };
export const locales: readonly Locale[] = ['de', 'en'];

/** What the redirect landing is asked to do or told; it has one path, so the language goes along. */
export type RedirectQuery = {
  lang: Locale;
  /** Log in at this provider, then come back here. */
  provider?: string;
  forceNew?: boolean;
  /** Wait here for the address of the payment provider. */
  wait?: 'payment';
};

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`;
};

/** Addresses inside the portal. */
export const hrefOf = {
  home: (locale: Locale): string => paths.home[locale],
  service: (locale: Locale, leiKaId: string): string => paths.service[locale].replace('$leikaid', leiKaId),
  account: (locale: Locale): string => paths.account[locale],
  start: (locale: Locale, leiKaId: string, area: string): string =>
    withQuery(paths.process[locale], { leiKaId, area }),
  process: (locale: Locale, id: string): string => withQuery(paths.process[locale], { id }),
  redirect: ({ lang, provider, forceNew, wait }: RedirectQuery): string =>
    withQuery(paths.redirect[lang], {
      lang,
      provider,
      forceNew: forceNew ? 'true' : undefined,
      wait,
    }),
};

export const pageHref = (locale: Locale, key: PageKey): string =>
  paths.page[locale].replace('$', pageSlugs[key][locale]);

/** The page of a slug in a language; undefined for one that does not exist. */
export const pageOfSlug = (locale: Locale, slug: string): PageKey | undefined =>
  (Object.keys(pageSlugs) as PageKey[]).find((key) => pageSlugs[key][locale] === slug);

/** The same page in another language; pages that exist in one language only lead to its start. */
export function translatedHref(href: string, to: Locale): string {
  const [path = '/', search] = href.split('?');
  const from = localeOfPath(path);
  const query = search === undefined ? '' : `?${search}`;
  if (from === to || path === paths.redirect[from]) return href;
  for (const screen of ['account', 'process', 'home'] as const) {
    if (path.replace(/\/$/, '') === paths[screen][from].replace(/\/$/, '')) return paths[screen][to] + query;
  }
  const service = /^(?:\/en\/service|\/leistung)\/([^/]+)$/.exec(path);
  if (service?.[1]) return hrefOf.service(to, service[1]) + query;
  const page = pageOfSlug(from, path.slice(path.lastIndexOf('/') + 1));
  return page ? pageHref(to, page) : paths.home[to];
}
