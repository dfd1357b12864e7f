import type { SearchAnswer } from '#contract/content.ts';
import type { RenderedPage } from '#contract/rendering.ts';
import type { Content } from '#server/content/types.ts';
import { publicPageAt } from '#server/seo/public-page.ts';
import { countableQuery } from './countable-query.ts';
import type { Counts } from './counts.ts';
import type { Visitor } from './visitor.ts';

/** Counts of a page view. They are stored with the page, so that counting costs nothing. */
export type Visit = {
  screen: string;
  id: string;
  /** Set when the search of the page found nothing; with its words where they may be stored. */
  nothingFound?: { query: string | null };
};

/** @param path path of the page */
export function visitOf(content: Content, rendered: RenderedPage, path: string): Visit {
  const page = rendered.status === 200 ? publicPageAt(content, path) : null;
  if (!page) return { screen: rendered.status < 500 ? 'notFound' : 'failed', id: '' };
  const visit = { screen: page.screen, id: page.id };
  if (page.screen !== 'search') return visit;
  const answer = Object.values(rendered.answers)[0]?.body as SearchAnswer | undefined;
  const isEmpty = answer?.query && answer.total === 0 && answer.kind === 'ALL_CONTENT' && !answer.incomplete;
  return isEmpty ? { ...visit, nothingFound: { query: countableQuery(answer.query) } } : visit;
}

export function countVisit(counts: Counts, visit: Visit, visitor: Visitor): void {
  counts.page(visit.screen, visit.id, visitor);
  if (visit.nothingFound) counts.nothingFound(visit.nothingFound.query);
}
