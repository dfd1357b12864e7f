import { areaCovers } from './places/area-keys.ts';
import type { Content } from './types.ts';

/**
 * Id of the portal that runs a service at a place instead of this one; null where none does. Without areas it is meant
 * for the whole state.
 */
export function portalThatRuns(
  { services }: Pick<Content, 'services'>,
  leiKaId: string,
  area: string,
): string | null {
  const shared = services.get(leiKaId)?.sharedService;
  if (!shared) return null;
  const { partner, areas } = shared;
  return !areas || areas.some((one) => areaCovers(one, area)) ? partner : null;
}
