import type { SearchResult } from '#contract/content.ts';
import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';

import { hrefOf, toResults } from './paths.ts';

/** A search result, as far as its address depends on it. */
type Found = Pick<SearchResult, 'type' | 'id' | 'title'> & {
  slug?: string | undefined;
  url?: string | undefined;
};

/** The address of a result: its page, or (authorities, places) a search for it. */
export function hrefOfFound(
  { type, id, slug, url, title }: Found,
  { locale, query, place }: { locale: Locale; query: string; place: Place | null },
): string {
  switch (type) {
    case 'service':
      return hrefOf.service(locale, id, place ? { area: place.key } : {});
    case 'page':
      return slug === undefined ? hrefOf.content(locale, id) : hrefOf.pageBySlug(locale, slug);
    case 'topic':
      return hrefOf.topic(locale, id);
    case 'lifeSituation':
      return hrefOf.lifeSituation(locale, id);
    case 'portal':
      return url ?? hrefOf.portal(locale, id);
    case 'location': {
      const rest = withoutPlace(query, title);
      const there = hrefOf.search(locale, { q: rest, area: id });
      // Without a word of what to do there, the form is the next thing to see.
      return rest === '' ? there : toResults(there);
    }
    case 'authority':
      return toResults(hrefOf.search(locale, { q: title, kind: 'RESPONSIBLE_AUTHORITY' }));
  }
}

/**
 * The query without the name of a chosen place: a person who searched for a place and picks it has said where, not yet
 * what.
 */
const withoutPlace = (query: string, place: string): string =>
  place.toLowerCase().includes(query.trim().toLowerCase()) ? '' : query;
