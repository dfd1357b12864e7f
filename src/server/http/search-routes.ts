import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { ContentRefused } from '#server/content/content-refused.ts';
import { openFolder } from '#server/content/folder.ts';
import type { ServiceContext } from '#server/context.ts';
import { createSearch } from '#server/search/search.ts';
import { loadSynonyms } from '#server/search/synonyms.ts';
import { serve } from './route.ts';

/**
 * Search and suggestions. The index is ready before the first request.
 * @throws ContentRefused when the table of synonyms is broken
 */
export async function searchRoutes(app: FastifyInstance, context: ServiceContext): Promise<void> {
  const { synonyms, faults } = loadSynonyms(openFolder(context.config.CONTENT_DIR));
  if (faults.length > 0) throw new ContentRefused(faults);
  const search = await createSearch(context.content(), synonyms, context.log);

  serve(app, calls.search, async ({ query }) =>
    search.search({
      query: query.q ?? '',
      locale: query.lang,
      area: query.area,
      place: query.place,
      kind: query.kind ?? 'ALL_CONTENT',
      page: Number(query.page ?? 1),
    }),
  );

  serve(app, calls.suggest, async ({ query }) => search.suggest(query.q, query.lang));
}
