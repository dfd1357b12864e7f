import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { metadataView } from '#server/content/metadata-view.ts';
import { isAtUnit, isAvailable, metadataByAuthorities, metadataOf } from '#server/content/offers.ts';
import { lookUpPlaces } from '#server/content/places/near-places.ts';
import { searchByRegionalKey } from '#server/content/places/places.ts';
import { serviceAnswer } from '#server/content/service-answer.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';

import { serve } from './route.ts';

const keysOf = (authorityKeys: string) => authorityKeys.split(',').map((key) => key.trim());

/** Version, services, forms on offer and places. */
export function serviceRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, calls.getVersion, async () => context.build);

  serve(app, calls.getService, async ({ params, query }) => {
    const service = context.content().services.get(params.leiKaId);
    if (!service) throw new ProblemError('service-not-found');
    return serviceAnswer(context.content(), service, query, context.neighbours);
  });

  serve(app, calls.availableMetadata, async ({ query }) =>
    metadataByAuthorities(
      context.content(),
      query.leiKaId,
      keysOf(query.authorityKeys),
      query.responsibleDataProcessingUnitId,
    ).map((metadata) =>
      metadataView(metadata, query.lang ?? 'de', { unit: query.responsibleDataProcessingUnitId }),
    ),
  );

  serve(app, calls.listForms, async ({ query }) => {
    const keys = query.authorityKeys ? keysOf(query.authorityKeys) : null;
    return metadataOf(context.content(), query.leiKaId)
      .filter(({ authority }) => !keys || keys.includes(authority.id))
      .map((metadata) => metadataView(metadata, query.lang ?? 'de'));
  });

  serve(app, calls.isFormAvailable, async ({ params, query }) => {
    const metadata = context.content().metadata.get(params.metadataId);
    const isThere = metadata !== undefined && isAvailable(metadata);
    return { available: isThere && isAtUnit(metadata, query.responsibleDataProcessingUnitId) };
  });

  serve(app, calls.searchPlaceByName, async ({ query }) => lookUpPlaces(context.content(), query.name));

  serve(app, calls.searchPlaceByKey, async ({ query }) =>
    searchByRegionalKey(context.content(), query.regionalKey),
  );
}
