import { pageSlugs, paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import type { Content } from '#server/content/types.ts';
import { loadContent } from '#server/content-store/load.ts';

/** The content that the server of the tests serves. @throws Error when it has a fault */
export function demonstrationContent(): Content {
  const loaded = loadContent('content', { skipBroken: process.env.CONTENT_SKIP_BROKEN === 'true' });
  if ('faults' in loaded) throw new Error('the demonstration content is broken');
  return loaded.content;
}

/** Path of every public page of a content in a language; pages by slug and by id. */
export function publicPaths(content: Content, locale: Locale): string[] {
  const of = (pattern: Record<Locale, string>, values: Iterable<string>) =>
    [...values].map((value) => pattern[locale].replace(/\$\w*/, value));
  return [
    paths.home[locale],
    paths.search[locale],
    paths.portals[locale],
    ...of(paths.service, content.services.keys()),
    ...of(paths.topic, content.topics.keys()),
    ...of(paths.lifeSituation, content.lifeSituations.keys()),
    ...of(
      paths.portal,
      [...content.portals.values()].filter(({ url }) => url === undefined).map(({ id }) => id),
    ),
    ...of(paths.content, content.pages.keys()),
    ...of(
      paths.page,
      [...content.pages.values()].map(({ slug }) => slug[locale]),
    ),
    ...of(
      paths.page,
      Object.values(pageSlugs).map((slug) => slug[locale]),
    ),
  ].filter((path, index, all) => all.indexOf(path) === index);
}
