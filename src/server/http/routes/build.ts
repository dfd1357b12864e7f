import type { FastifyInstance } from 'fastify';
import { ProblemError } from '#server/problem-error.ts';

/**
 * Serves the id of the current build (spec section 7, framework calls), so that a page that has been open for long
 * notices a newer one.
 */
export function buildRoutes(app: FastifyInstance, buildId: string): void {
  app.get('/builds/latest.json', async () => ({ id: buildId }));
  app.get<{ Params: { file: string } }>('/builds/meta/:file', async ({ params }, reply) => {
    if (params.file !== `${buildId}.json`) throw new ProblemError('not-found');
    return reply.header('cache-control', 'public, max-age=31536000, immutable').send({ id: buildId });
  });
}
