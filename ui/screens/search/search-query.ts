import type { SearchAnswer } from '#contract/content.ts';
import type { SearchQuery } from '../shared/paths.ts';

/** The query of an answer, as in an address; without the page, because another filter starts from the first. */
export const queryOf = ({ query, place, placeQuery, kind }: SearchAnswer): SearchQuery => ({
  q: query,
  area: place?.key,
  place: place ? undefined : (placeQuery ?? undefined),
  kind,
});
