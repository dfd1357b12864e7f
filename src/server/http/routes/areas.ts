import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { areaView, extendedAreaView } from '#server/content/places/area-view.ts';
import { findArea } from '#server/content/places/place-index.ts';
import { sortedAreas } from '#server/content/places/sorted-areas.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { serve } from './route.ts';

const PAGE_SIZE = 100;

/** Areas with all details from the register of the content. */
export function areaRoutes(app: FastifyInstance, context: ServerContext): void {
  const known = (key: string) => {
    const area = findArea(context.content(), key);
    if (!area) throw new ProblemError('not-found');
    return area;
  };

  serve(app, calls.getArea, async ({ params }) => extendedAreaView(context.content(), known(params.id)));

  serve(app, calls.listAreas, { limited: true }, async ({ query }) => {
    const { sort = 'id', near, kind } = query;
    if (sort === 'distance' && near === undefined) {
      throw new ProblemError('parameter-missing', {
        detail: 'Required parameter near was null or undefined.',
        fields: [{ name: 'near', reason: 'was null or undefined' }],
      });
    }
    const content = context.content();
    const from = near === undefined ? null : known(near);
    const found = sortedAreas(content, { sort, near: from, kind });
    const start = (Number(query.page ?? 1) - 1) * PAGE_SIZE;
    return {
      total: found.length,
      areas: found
        .slice(start, start + PAGE_SIZE)
        .map(({ area, distance }) => ({ ...areaView(content, area), distance })),
    };
  });
}
