import { areaCovers } from '#server/content/area-keys.ts';
import { availableMetadata, isAvailable } from '#server/content/offers.ts';
import type { Authority, Content, Metadata, Service } from '#server/content/types.ts';

/** Whether services can be done online, looked up quickly among many offers. */
export type Availability = {
  /** Without a place: whether choosing one is worth it. */
  anywhere(service: Service): 'online' | 'onSite' | 'choosePlace';
  /** At the place (regional key). */
  at(service: Service, area: string): 'online' | 'onSite';
  /** Who answers for the service at the place, as far as known. */
  authorityAt(service: Service, area: string): Authority | null;
};

export function createAvailability(content: Content): Availability {
  const byService = new Map<string, Map<string, Metadata>>();
  for (const [id, metadata] of content.metadata) {
    const offers = byService.get(metadata.leiKaId) ?? new Map<string, Metadata>();
    byService.set(metadata.leiKaId, offers.set(id, metadata));
  }
  const none = new Map<string, Metadata>();
  const offersOf = ({ leiKaId }: Service) => byService.get(leiKaId) ?? none;
  const offerAt = (service: Service, area: string) =>
    availableMetadata({ ...content, metadata: offersOf(service) }, service.leiKaId, area);
  return {
    anywhere: (service) => {
      // An online service without areas is there for the whole state.
      if (service.onlineLinks.some(({ areas }) => areas === undefined)) return 'online';
      const isOffered = [...offersOf(service).values()].some((metadata) => isAvailable(metadata));
      return isOffered || service.onlineLinks.length > 0 ? 'choosePlace' : 'onSite';
    },
    at: (service, area) => {
      const isLinked = service.onlineLinks.some(
        ({ areas }) => areas === undefined || areas.some((covered) => areaCovers(covered, area)),
      );
      return isLinked || offerAt(service, area) ? 'online' : 'onSite';
    },
    authorityAt: (service, area) => offerAt(service, area)?.authority ?? null,
  };
}
