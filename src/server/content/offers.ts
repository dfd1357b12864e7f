import { areaCovers, significantKey } from './area-keys.ts';
import type { Content, Metadata } from './types.ts';

/**
 * The one form of a service that is offered at a place, or null. Of several offers that cover the place the
 * one with the most specific area wins: municipality, association, district, region, state.
 */
export function availableMetadata(content: Content, leiKaId: string, areaArs: string): Metadata | null {
  const offers = [...content.metadata.values()]
    .filter((metadata) => metadata.leiKaId === leiKaId && isAvailable(metadata, areaArs))
    .sort((one, other) => depth(other, areaArs) - depth(one, areaArs));
  return offers[0] ?? null;
}

/** The forms of a service at the given authorities (ids), in the order of the authorities. */
export function metadataByAuthorities(
  content: Content,
  leiKaId: string,
  authorityKeys: readonly string[],
): Metadata[] {
  const offers = [...content.metadata.values()].filter(
    (metadata) => metadata.leiKaId === leiKaId && isAvailable(metadata),
  );
  return [...new Set(authorityKeys)].flatMap((key) => offers.filter((offer) => offer.authority.id === key));
}

/** Whether a new application can be started with this form; with an area also whether it is offered there. */
export function isAvailable(metadata: Metadata, areaArs?: string): boolean {
  return !metadata.isDeprecated && (areaArs === undefined || covers(metadata, areaArs));
}

/** Whether the offer is valid at the place. */
export function covers(metadata: Metadata, areaArs: string): boolean {
  return metadata.areas.some((area) => areaCovers(area, areaArs));
}

function depth(metadata: Metadata, place: string): number {
  const covering = metadata.areas.filter((area) => areaCovers(area, place));
  return Math.max(...covering.map((area) => significantKey(area).length));
}
