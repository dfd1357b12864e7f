import { localeOfPath, paths, type Screen, screenOfPath } from '#contract/pages.ts';
import type { Locale, Localised } from '#domain/locale.ts';
import { hasOwnPage } from '#server/content/thematic-portals.ts';
import type { Content, Page } from '#server/content/types.ts';

/** A page for everybody, with its one address in each language. */
export type PublicPage = {
  screen: Exclude<Screen, 'account' | 'logins' | 'process' | 'redirect' | 'content'>;
  /** LeiKa id of a service; id of a topic, life situation, thematic portal or content page; empty for a screen that exists once. */
  id: string;
  paths: Record<Locale, string>;
  /** The subject of the page; null where the screen itself names it. */
  title: Localised | null;
};

type Known = Pick<Content, 'services' | 'topics' | 'lifeSituations' | 'portals' | 'pages'>;

/** Returns every public page that search engines may list, in the order of importance. */
export function publicPages(content: Known): PublicPage[] {
  return [
    once('home'),
    once('search'),
    once('portals'),
    ...[...content.topics.values()].map(({ id, title }) => page('topic', id, title)),
    ...[...content.lifeSituations.values()].map(({ id, title }) => page('lifeSituation', id, title)),
    ...[...content.portals.values()].filter(hasOwnPage).map(({ id, title }) => page('portal', id, title)),
    ...[...content.services.values()].map(({ leiKaId, title }) => page('service', leiKaId, title)),
    ...[...content.pages.values()].map(contentPage),
  ];
}

/**
 * Returns the public page at a path; null when there is none. A content page has two addresses, by id and by slug;
 * its own is the one by slug.
 */
export function publicPageAt(content: Known, path: string): PublicPage | null {
  const screen = screenOfPath(path);
  const last = decoded(path.replace(/\/$/, '').split('/').at(-1) ?? '');
  if (screen === 'home' || screen === 'search' || screen === 'portals') return once(screen);
  if (screen === 'service' || screen === 'topic' || screen === 'lifeSituation') {
    const entry = { service: content.services, topic: content.topics, lifeSituation: content.lifeSituations }[
      screen
    ].get(last);
    return entry ? page(screen, last, entry.title) : null;
  }
  if (screen === 'portal') {
    const portal = content.portals.get(last);
    return hasOwnPage(portal) ? page(screen, last, portal.title) : null;
  }
  if (screen !== 'content' && screen !== 'page') return null;
  const locale = localeOfPath(path);
  const slug = decoded(path).slice(paths.page[locale].length - 1);
  const found =
    screen === 'content'
      ? content.pages.get(last)
      : [...content.pages.values()].find((one) => one.slug[locale] === slug);
  return found ? contentPage(found) : null;
}

const once = (screen: 'home' | 'search' | 'portals'): PublicPage => ({
  screen,
  id: '',
  paths: paths[screen],
  title: null,
});

function page(
  screen: 'service' | 'topic' | 'lifeSituation' | 'portal',
  id: string,
  title: Localised,
): PublicPage {
  const at = (locale: Locale) => paths[screen][locale].replace(/\$\w+/, encodeURIComponent(id));
  return { screen, id, paths: { de: at('de'), en: at('en') }, title };
}

function contentPage({ id, slug, title }: Page): PublicPage {
  const at = (locale: Locale) => paths.page[locale].replace('$', encodeURI(slug[locale]));
  return { screen: 'page', id, paths: { de: at('de'), en: at('en') }, title };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
