import { areaCovers } from './places/area-keys.ts';
import type { Content } from './types.ts';

/**
 * Returns the id of the portal that runs a service at a place instead of this one, or null. A shared service without
 * areas covers the whole state.
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
