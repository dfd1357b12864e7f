import { loginProviderIds } from '#domain/login.ts';
import { loadAuthorities } from '#server/content/load/authorities.ts';
import { loadBrowsing } from '#server/content/load/browsing.ts';
import { openFolder } from '#server/content/load/folder.ts';
import { namesIn } from '#server/content/load/known.ts';
import type { InnerLink } from '#server/content/load/markdown.ts';
import { loadPages } from '#server/content/load/pages.ts';
import { loadPlaces } from '#server/content/load/places.ts';
import { loadResponsibilities } from '#server/content/load/responsibilities.ts';
import { loadService } from '#server/content/load/service.ts';
import type { ContentFault } from '#server/content/types.ts';
import { deadLinks } from '#server/content-store/dead-links.ts';
import { engines } from '#server/engines/engines.ts';

/**
 * All faults of a content folder, found by the loader's own rules one service at a time: the folder may be larger than
 * the memory.
 * @param passOver slugs of services that are not checked
 */
export function faultsOf(dir: string, passOver: ReadonlySet<string> = new Set()): ContentFault[] {
  const folder = openFolder(dir);
  const names = namesIn(folder);
  const places = loadPlaces(folder);
  const authorities = loadAuthorities(folder);
  const known = { ...places, ...authorities };
  const { groups, faults: groupFaults } = loadResponsibilities(folder, known);
  const faults = [...places.faults, ...authorities.faults, ...groupFaults];
  const links: InnerLink[] = [];
  /** LeiKa id to slug. */
  const services = new Map<string, string>();
  for (const slug of folder.list('services').filter((name) => !passOver.has(name))) {
    const loaded = loadService(folder, slug, { ...known, names, groups, engines, logins: loginProviderIds });
    faults.push(...loaded.faults);
    links.push(...loaded.links);
    const leiKaId = loaded.service?.value.leiKaId;
    if (leiKaId === undefined) continue;
    const other = services.get(leiKaId);
    if (other !== undefined) {
      const reason = `leiKaId: services/${other} has this leiKaId already`;
      faults.push({ file: `services/${slug}/service.json`, line: 1, reason });
    }
    services.set(leiKaId, slug);
  }
  const browsing = loadBrowsing(folder, names);
  const pages = loadPages(folder, { logins: loginProviderIds, kept: { de: '', en: '' } });
  faults.push(...browsing.faults, ...pages.faults);
  const whole = { ...browsing, services, pages: pages.pages };
  const dead = passOver.size > 0 ? [] : deadLinks(whole, [...links, ...pages.links]);
  return [...faults, ...dead];
}
