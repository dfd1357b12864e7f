import * as z from 'zod/mini';
import { areaKinds, areaSorts, areaTypes } from '#domain/area.ts';
import { call } from './call.ts';
import { areaKey } from './shapes.ts';

/** Key of an area; a part of a municipality has 15 digits. */
const areaId = z.string().check(z.regex(/^\d{2,15}$/));
const text = z.nullable(z.string());

/** An area (spec section 3). Facts missing in the content's register are null. Days as YYYY-MM-DD. */
const area = z.object({
  id: areaId,
  name: z.string(),
  nameShort: text,
  description: text,
  kind: z.enum(areaKinds),
  sourceId: text,
  validFrom: text,
  validTo: text,
  lastUpdated: text,
  /** Key of the area, and that of the area around it. */
  structuralKey: areaId,
  parentStructuralKey: z.nullable(areaId),
  /** Name in lists, and the name with all areas around it, which no other area has. */
  displayName: z.string(),
  uniqueName: z.string(),
  /** Municipality key (8 digits), regional key (12 digits), and the numbers of association and part in them. */
  ags: text,
  rs: z.string(),
  vnr: text,
  otnr: text,
  postalCodes: z.array(z.string()),
  population: z.nullable(z.number()),
});

const extendedArea = z.extend(area, {
  dataSource: text,
  parent: z.nullable(area),
  /** Addresses of the area's outlines. */
  geoCodingShapes: z.array(z.string()),
  areaType: z.nullable(z.enum(areaTypes)),
});

export const areaCalls = {
  getArea: call({
    method: 'GET',
    path: '/api/area/{id}',
    summary: 'An area by its key, in its extended form; also one that has ended',
    origin: 'own',
    params: z.object({ id: areaId }),
    answer: extendedArea,
    errors: ['not-found'],
  }),
  listAreas: call({
    method: 'GET',
    path: '/api/areas',
    summary:
      'The areas of today, by key or by distance from one of them, the nearest first; a hundred a page',
    origin: 'own',
    query: z.object({
      sort: z.optional(z.enum(areaSorts)),
      /** The area from which distances count; required for that order. */
      near: z.optional(areaKey),
      kind: z.optional(z.enum(areaKinds)),
      page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
    }),
    answer: z.object({
      total: z.number(),
      /** `distance` in kilometres; null if none was requested, or if the content lacks a position. */
      areas: z.array(z.extend(area, { distance: z.nullable(z.number()) })),
    }),
    errors: ['not-found', 'parameter-missing'],
  }),
};
export type AreaView = z.output<typeof area>;
export type ExtendedAreaView = z.output<typeof extendedArea>;
