import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Content } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { createSearch } from '#server/search/search.ts';
import { serve } from './route.ts';

type Needed = Pick<ServerContext, 'content' | 'contentListeners' | 'log'>;

/** Serves search and suggestions. The index is ready before the first request, and rebuilt when content changes. */
export async function searchRoutes(app: FastifyInstance, context: Needed): Promise<void> {
  const search = await createSearch(context.content(), context.content().synonyms, context.log);
  const prepare = (content: Content) => search.prepare(content, content.synonyms);
  context.contentListeners.add(prepare);
  app.addHook('onClose', async () => {
    context.contentListeners.delete(prepare);
  });

  serve(app, calls.search, { limited: true, anyText: true }, async ({ query }) =>
    search.search({
      query: query.q ?? '',
      locale: query.lang,
      area: query.area,
      place: query.place,
      kind: query.kind ?? 'ALL_CONTENT',
      page: Number(query.page ?? 1),
    }),
  );

  serve(app, calls.suggest, { anyText: true }, async ({ query }) => search.suggest(query.q, query.lang));
}
