import { onceFor } from '#server/once-for.ts';
import { areaCovers, significantKey } from './places/area-keys.ts';
import type { Area, Content, Metadata } from './types.ts';

/**
 * Returns the one form of a service that is offered at a place, or null. Of several offers that cover the place, the
 * offer with the most specific area wins: municipality, association, district, region, state.
 */
export const availableMetadata = (content: Content, leiKaId: string, areaArs: string): Metadata | null =>
  offeredAt(metadataOf(content, leiKaId), areaArs);

/** Returns the offer of a form at another place, or null; a service may have several forms. */
export const sameFormAt = (
  content: Content,
  { leiKaId, fmsFormId }: Metadata,
  areaArs: string,
): Metadata | null =>
  offeredAt(
    metadataOf(content, leiKaId).filter((offer) => offer.fmsFormId === fmsFormId),
    areaArs,
  );

function offeredAt(all: readonly Metadata[], areaArs: string): Metadata | null {
  const offers = all
    .filter((metadata) => isAvailable(metadata, areaArs))
    .sort((one, other) => depth(other, areaArs) - depth(one, areaArs));
  return offers[0] ?? null;
}

/**
 * The forms of a service at the given authorities (ids), in the order of the authorities.
 * @param unit the unit that is to process the data
 */
export function metadataByAuthorities(
  content: Content,
  leiKaId: string,
  authorityKeys: readonly string[],
  unit?: string,
): Metadata[] {
  const offers = metadataOf(content, leiKaId).filter(
    (metadata) => isAvailable(metadata) && isAtUnit(metadata, unit),
  );
  return [...new Set(authorityKeys)].flatMap((key) => offers.filter((offer) => offer.authority.id === key));
}

/** All forms of a service, including those no longer offered. */
export const metadataOf = ({ metadata }: Pick<Content, 'metadata'>, leiKaId: string): Metadata[] =>
  byService(metadata).get(leiKaId) ?? [];

/** Forms by LeiKa id; built once for each loaded content. */
const byService = onceFor((metadata: Content['metadata']) =>
  Map.groupBy(metadata.values(), ({ leiKaId }) => leiKaId),
);

/** Whether a new application can be started with this form; with an area also whether it is offered there. */
export function isAvailable(metadata: Metadata, areaArs?: string): boolean {
  return !metadata.isDeprecated && (areaArs === undefined || covers(metadata, areaArs));
}

/** Whether the offer is valid at the place. */
export function covers(metadata: Pick<Metadata, 'areas'>, areaArs: string): boolean {
  return metadata.areas.some((area) => areaCovers(area, areaArs));
}

function depth(metadata: Metadata, place: string): number {
  const covering = metadata.areas.filter((area) => areaCovers(area, place));
  return Math.max(...covering.map((area) => significantKey(area).length));
}

/** Regional keys of the municipalities that an offer is for. */
export const municipalitiesOf = (
  { areas }: { areas: ReadonlyMap<string, Area> },
  metadata: Pick<Metadata, 'areas'>,
): string[] => [...areas.keys()].filter((ars) => ars.length === 12 && covers(metadata, ars));

/** Whether an authority processes the data at this unit: false only for an authority that names another unit. */
export const isAtUnit = ({ authority }: Pick<Metadata, 'authority'>, unit: string | undefined): boolean =>
  unit === undefined || (authority.responsibleDataProcessingUnitId ?? unit) === unit;

/** Returns the unit that processes the data: that of the authority, otherwise the requested one. */
export const unitFor = (
  { authority }: Pick<Metadata, 'authority'>,
  asked: string | null | undefined,
): string | null => authority.responsibleDataProcessingUnitId ?? asked ?? null;

/**
 * Returns the place of an application that names none: the municipality that the form is offered for, if there is
 * only one.
 */
export function onlyPlaceOf(content: Pick<Content, 'areas'>, metadata: Metadata): string | null {
  const [only, ...others] = municipalitiesOf(content, metadata);
  return only !== undefined && others.length === 0 ? only : null;
}
