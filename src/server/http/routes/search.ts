import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { openFolder } from '#server/content/load/folder.ts';
import type { Content } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { loadSynonyms } from '#server/search/language/synonyms.ts';
import { createSearch } from '#server/search/search.ts';
import { serve } from './route.ts';

type Needed = Pick<ServerContext, 'content' | 'contentListeners' | 'log'> & {
  config: Pick<ServerContext['config'], 'CONTENT_DIR'>;
};

/** Search and suggestions. The index is ready before the first request, and rebuilt when content changes. */
export async function searchRoutes(app: FastifyInstance, context: Needed): Promise<void> {
  // Faults in the table were found when the content was loaded.
  const synonyms = () => loadSynonyms(openFolder(context.config.CONTENT_DIR)).synonyms;
  const search = await createSearch(context.content(), synonyms(), context.log);
  const takeOver = (content: Content) => search.replace(content, synonyms());
  context.contentListeners.add(takeOver);
  app.addHook('onClose', async () => {
    context.contentListeners.delete(takeOver);
  });

  serve(
    app,
    calls.search,
    async ({ query }) =>
      search.search({
        query: query.q ?? '',
        locale: query.lang,
        area: query.area,
        place: query.place,
        kind: query.kind ?? 'ALL_CONTENT',
        page: Number(query.page ?? 1),
      }),
    { limited: true },
  );

  serve(app, calls.suggest, async ({ query }) => search.suggest(query.q, query.lang));
}
