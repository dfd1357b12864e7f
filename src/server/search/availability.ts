import { availableMetadata, isAvailable } from '#server/content/offers.ts';
import { areaCovers } from '#server/content/places/area-keys.ts';
import { portalThatRuns } from '#server/content/shared-services.ts';
import type { Content, Metadata, Service } from '#server/content/types.ts';

/** Whether services are available online, for quick lookups among many offers. */
export type Availability = {
  /** Availability without a place; `choosePlace` when it depends on the place. */
  anywhere(service: Service): 'online' | 'onSite' | 'choosePlace';
  /** At the place (regional key). */
  at(service: Service, area: string): 'online' | 'onSite';
};

export function createAvailability(content: Content): Availability {
  const byService = new Map<string, Map<string, Metadata>>();
  for (const [id, metadata] of content.metadata) {
    const offers = byService.get(metadata.leiKaId) ?? new Map<string, Metadata>();
    byService.set(metadata.leiKaId, offers.set(id, metadata));
  }
  const none = new Map<string, Metadata>();
  const offersOf = ({ leiKaId }: Service) => byService.get(leiKaId) ?? none;
  return {
    anywhere: (service) => {
      // An online service without areas covers the whole state.
      if (service.onlineLinks.some(({ areas }) => areas === undefined)) return 'online';
      if (service.sharedService) return service.sharedService.areas ? 'choosePlace' : 'online';
      const isOffered = [...offersOf(service).values()].some((metadata) => isAvailable(metadata));
      return isOffered || service.onlineLinks.length > 0 ? 'choosePlace' : 'onSite';
    },
    at: (service, area) => {
      const isLinked = service.onlineLinks.some(
        ({ areas }) => areas === undefined || areas.some((covered) => areaCovers(covered, area)),
      );
      const offer = availableMetadata({ ...content, metadata: offersOf(service) }, service.leiKaId, area);
      const isShared = portalThatRuns(content, service.leiKaId, area) !== null;
      return isLinked || offer || isShared ? 'online' : 'onSite';
    },
  };
}
