import {
  type ContentKind,
  feedbackPaths,
  localeOfPath,
  type PageKey,
  pageSlugs,
  paths,
  screenOfPath,
} from '#contract/pages.ts';
import type { FeedbackOccasion } from '#domain/feedback.ts';
import type { Locale } from '#domain/locale.ts';
import type { TrustLevel } from '#domain/trust-level.ts';

export type { PageKey };
export { localeOfPath, paths };

/**
 * Query of the redirect page: its task or the data that it receives. The page has one path, so the language is in the
 * query.
 */
export type RedirectQuery = {
  lang: Locale;
  /** Log in at this provider, then return here. */
  provider?: string | undefined;
  forceNew?: boolean;
  trustLevel?: TrustLevel | undefined;
  /** Wait here for the address of the payment provider. */
  wait?: 'payment';
  /** Go on to the other portal of a hand-over. */
  handover?: string;
};

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`;
};

/**
 * The query of a search. Without a kind, everything is searched; `area` is the key of a chosen place, `place` a text:
 * an empty one means no place, not even the previous one.
 */
export type SearchQuery = {
  q?: string | undefined;
  area?: string | undefined;
  place?: string | undefined;
  kind?: ContentKind | undefined;
  /** Page of the results, from 1. */
  page?: number | undefined;
};

/** The part of the search page below its form. */
export const RESULTS = 'results';

/**
 * A search as an address that leads to its answer: on a phone, or enlarged, the form alone fills the window.
 */
export const toResults = (href: string): string => `${href}#${RESULTS}`;

/** The part of a service's page with the place, the facts and the way to apply. */
export const APPLY = 'apply';

/** A service as an address that leads to what its place has changed. */
export const toApply = (href: string): string => `${href}#${APPLY}`;

/** Addresses inside the portal. */
export const hrefOf = {
  home: (locale: Locale): string => paths.home[locale],
  search: (locale: Locale, { kind, page, q, area, place }: SearchQuery = {}): string =>
    withQuery(paths.search[locale], {
      q: q || undefined,
      place,
      area,
      kind: kind === 'ALL_CONTENT' ? undefined : kind,
      page: page === undefined || page === 1 ? undefined : String(page),
    }),
  /** A service, at a place if given by key or as text; an empty text means no place at all. */
  service: (locale: Locale, leiKaId: string, at: { area?: string; place?: string } = {}): string =>
    withQuery(paths.service[locale].replace('$leikaid', leiKaId), at),
  topic: (locale: Locale, id: string): string => paths.topic[locale].replace('$id', id),
  lifeSituation: (locale: Locale, id: string): string => paths.lifeSituation[locale].replace('$id', id),
  portals: (locale: Locale): string => paths.portals[locale],
  portal: (locale: Locale, id: string): string => paths.portal[locale].replace('$id', id),
  /** A content page by its id. */
  content: (locale: Locale, id: string): string => paths.content[locale].replace('$id', id),
  /** A content page by its slug in that language. */
  pageBySlug: (locale: Locale, slug: string): string => paths.page[locale].replace('$', slug),
  /** Asks for feedback about a service, at a place if that is known. */
  feedback: (
    locale: Locale,
    about: { occasion: FeedbackOccasion; leiKaId: string; area?: string | undefined },
  ): string => withQuery(feedbackPaths[locale], about),
  /** The personal area; with the id of an application that was just left, whose entries the server has. */
  account: (locale: Locale, saved?: string): string =>
    saved === undefined ? paths.account[locale] : `${paths.account[locale]}#${saved}`,
  logins: (locale: Locale): string => paths.logins[locale],
  /** Everything that is kept of the person; with a sent application that is to be removed. */
  ownData: (locale: Locale, application?: string): string =>
    withQuery(paths.ownData[locale], { application }),
  start: (locale: Locale, leiKaId: string, area: string): string =>
    withQuery(paths.process[locale], { leiKaId, area }),
  /** An application in progress, at one of its steps or at its current one. */
  process: (locale: Locale, id: string, step?: string): string =>
    withQuery(paths.process[locale], { id, step }),
  /** The way to another portal that runs a service at a place. */
  departure: (locale: Locale, leiKaId: string, area: string): string =>
    withQuery(paths.handover[locale], { leiKaId, area }),
  redirect: ({ lang, provider, forceNew, trustLevel, wait, handover }: RedirectQuery): string =>
    withQuery(paths.redirect[lang], {
      lang,
      provider,
      forceNew: forceNew ? 'true' : undefined,
      trustLevel,
      wait,
      handover,
    }),
};

export const pageHref = (locale: Locale, key: PageKey): string =>
  paths.page[locale].replace('$', pageSlugs[key][locale]);

/**
 * The address of the language switch. The bare address of the portal answers in the language read last, so the address
 * includes the chosen one; the browser removes it again (src/browser/follow-links.ts).
 */
export function choiceHref(href: string, to: Locale): string {
  const [path, search] = href.split('?');
  return path === paths.home.de ? `${path}?${search === undefined ? '' : `${search}&`}lang=${to}` : href;
}

/** A page that every portal has, by its slug; undefined for all others. */
const pageOfSlug = (locale: Locale, slug: string): PageKey | undefined =>
  (Object.keys(pageSlugs) as PageKey[]).find((key) => pageSlugs[key][locale] === slug);

/**
 * The address of a page in another language. If it cannot be derived from this one, it is the start page: content
 * pages provide their slugs themselves (PageAnswer.slugs).
 * @param slugs slugs of the current content page, in each language
 */
export function translatedHref(href: string, to: Locale, slugs?: Readonly<Record<Locale, string>>): string {
  const [path = '/', search] = href.split('?');
  const from = localeOfPath(path);
  const query = search === undefined ? '' : `?${search}`;
  const screen = screenOfPath(path);
  if (from === to || screen === 'redirect') return href;
  const last =
    path
      .replace(/(.)\/$/, '$1')
      .split('/')
      .at(-1) ?? '';
  if (screen !== 'page') return paths[screen][to].replace(/\$\w+/, last) + query;
  if (slugs) return hrefOf.pageBySlug(to, slugs[to]);
  const page = pageOfSlug(from, last);
  return page ? pageHref(to, page) : paths.home[to];
}
