import type { SearchAnswer } from '#contract/content.ts';
import type { SearchQuery } from '../shared/paths.ts';

/** What an answer was asked for, as an address says it; the page is left out: another filter begins anew. */
export const queryOf = ({ query, place, placeQuery, kind }: SearchAnswer): SearchQuery => ({
  q: query,
  area: place?.key,
  place: place ? undefined : (placeQuery ?? undefined),
  kind,
});
