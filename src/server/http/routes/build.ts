import type { FastifyInstance } from 'fastify';
import { ProblemError } from '#server/problem-error.ts';

/**
 * The build being served (spec section 7, framework calls): a page that has been open for long sees that there is a
 * newer one.
 */
export function buildRoutes(app: FastifyInstance, buildId: string): void {
  app.get('/builds/latest.json', async () => ({ id: buildId }));
  app.get<{ Params: { file: string } }>('/builds/meta/:file', async ({ params }, reply) => {
    if (params.file !== `${buildId}.json`) throw new ProblemError('not-found');
    return reply.header('cache-control', 'public, max-age=31536000, immutable').send({ id: buildId });
  });
}
