import type { Content, ContentFault } from '../types.ts';
import { type ContentFolder, nameFaults } from './folder.ts';
import { faultAt } from './json-file.ts';
import type { InnerLink } from './markdown.ts';
import { loadService, type ServiceSurroundings } from './service.ts';

type Services = Pick<Content, 'services' | 'metadata' | 'forms'>;

/**
 * Reads all services, one per folder; the folder is the slug, and a LeiKa id belongs to one service only. `groupOf`
 * returns the responsibility group of a slug.
 */
export function loadServices(
  folder: ContentFolder,
  known: ServiceSurroundings,
): Services & { groupOf: Map<string, string>; links: InnerLink[]; faults: ContentFault[] } {
  const loaded: Services = { services: new Map(), metadata: new Map(), forms: new Map() };
  const groupOf = new Map<string, string>();
  const links: InnerLink[] = [];
  const faults: ContentFault[] = [];
  const slugs = folder.list('services');
  if (slugs.length === 0) faults.push({ file: 'services', line: 1, reason: 'there is no service' });
  for (const slug of slugs) {
    faults.push(...nameFaults(`services/${slug}`, slug));
    const { service, group, metadata, form, links: inner, faults: own } = loadService(folder, slug, known);
    faults.push(...own);
    links.push(...inner);
    for (const entry of metadata) loaded.metadata.set(entry.metadataId, entry);
    if (form) loaded.forms.set(slug, form);
    if (group) groupOf.set(slug, group);
    if (!service) continue;
    const { leiKaId } = service.value;
    const other = loaded.services.get(leiKaId);
    if (other) {
      faults.push(faultAt(service.json, ['leiKaId'], `services/${other.slug} has this leiKaId already`));
    } else loaded.services.set(leiKaId, service.value);
  }
  return { ...loaded, groupOf, links, faults };
}
