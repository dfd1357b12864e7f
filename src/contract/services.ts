import * as z from 'zod/mini';
import { call } from './call.ts';
import { serviceAnswer } from './content.ts';
import { areaKey, dataProcessingUnitId, leiKaId, locale, metadata, metadataId, place } from './shapes.ts';

export const serviceCalls = {
  getVersion: call({
    method: 'GET',
    path: '/api',
    summary: 'Version and commit of the service',
    origin: 'spec',
    unattended: true,
    answer: z.object({ version: z.string(), commit: z.string() }),
  }),
  getService: call({
    method: 'GET',
    path: '/api/service/{leiKaId}',
    summary:
      'A service and, with a place, the authority that answers for it and the form that is offered there',
    origin: 'own',
    params: z.object({ leiKaId }),
    query: z.object({ lang: locale, area: z.optional(areaKey), place: z.optional(z.string()) }),
    answer: serviceAnswer,
    errors: ['service-not-found'],
  }),
  availableMetadata: call({
    method: 'GET',
    path: '/api/form/availableMetadata',
    summary:
      'Metadata of the forms of a service at the given authorities; with a unit not those of an authority that names another',
    origin: 'spec',
    query: z.object({
      leiKaId,
      /** Authority ids, separated by commas. */
      authorityKeys: z.string().check(z.minLength(1), z.maxLength(2000)),
      lang: z.optional(locale),
      responsibleDataProcessingUnitId: z.optional(dataProcessingUnitId),
    }),
    answer: z.array(metadata),
  }),
  listForms: call({
    method: 'GET',
    path: '/api/forms',
    summary: 'Forms of a service',
    origin: 'spec',
    query: z.object({ leiKaId, authorityKeys: z.optional(z.string()), lang: z.optional(locale) }),
    answer: z.array(metadata),
  }),
  isFormAvailable: call({
    method: 'GET',
    path: '/api/form/{metadataId}/available',
    summary: 'Whether a form can be used now; with a unit, not at an authority that names another',
    origin: 'spec',
    params: z.object({ metadataId }),
    query: z.object({ responsibleDataProcessingUnitId: z.optional(dataProcessingUnitId) }),
    answer: z.object({ available: z.boolean() }),
  }),
  searchPlaceByName: call({
    method: 'GET',
    path: '/location/search-by-name',
    summary: 'Places by name or postcode; a postcode lists all its municipalities',
    origin: 'spec',
    query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
    answer: z.array(place),
  }),
  searchPlaceByKey: call({
    method: 'GET',
    path: '/location/search-by-regional-key',
    summary: 'The place of a regional key',
    origin: 'spec',
    query: z.object({ regionalKey: areaKey }),
    answer: z.array(place),
  }),
};
