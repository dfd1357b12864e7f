import type { FormDefinition } from '#forms/types.ts';
import { type ContentFolder, openFolder, readChecked } from './folder.ts';
import { faultAt } from './json-file.ts';
import { loadAuthorities } from './load-authorities.ts';
import { loadForm } from './load-form.ts';
import { type Known, loadMetadata } from './load-metadata.ts';
import { loadPlaces } from './load-places.ts';
import { identifier, serviceSchema } from './schemas.ts';
import type { Content, ContentFault, Locale, Metadata, Service } from './types.ts';

/**
 * Reads and checks a whole content folder (docs/content.md). The answer is all of it or all its faults,
 * each with file (relative to the folder), line (from 1) and reason; never a part.
 */
export function loadContent(dir: string): { content: Content } | { faults: ContentFault[] } {
  const folder = openFolder(dir);
  const places = loadPlaces(folder);
  const offices = loadAuthorities(folder);
  const { areas } = places;
  const { authorities, authorityIds } = offices;
  const services = loadServices(folder, { areas, authorities, authorityIds });
  const faults = [...places.faults, ...offices.faults, ...services.faults];
  if (faults.length > 0) return { faults };
  const { faults: _, ...offered } = services;
  return { content: { areas, authorities, ...offered } };
}

function loadServices(folder: ContentFolder, known: Known) {
  const services = new Map<string, Service>();
  const metadata = new Map<string, Metadata>();
  const forms = new Map<string, Record<Locale, FormDefinition>>();
  const faults: ContentFault[] = [];
  const slugs = folder.list('services');
  if (slugs.length === 0) faults.push({ file: 'services', line: 1, reason: 'there is no service' });
  for (const slug of slugs) {
    if (!identifier.safeParse(slug).success) {
      faults.push({ file: `services/${slug}`, line: 1, reason: 'only small letters, digits and hyphens' });
    }
    const read = readChecked(folder, `services/${slug}/service.json`, serviceSchema);
    const leiKaId = read.value?.leiKaId ?? '';
    const { form, faults: formFaults } = loadForm(folder, slug);
    const offers = loadMetadata(folder, { slug, leiKaId, form: form?.de }, known);
    faults.push(...read.faults, ...offers.faults, ...formFaults);
    for (const entry of offers.metadata) metadata.set(entry.metadataId, entry);
    if (form) forms.set(slug, form);
    if (!read.value) continue;
    const other = services.get(leiKaId);
    if (other)
      faults.push(faultAt(read.json, ['leiKaId'], `services/${other.slug} has this leiKaId already`));
    else services.set(leiKaId, { slug, ...read.value });
  }
  return { services, metadata, forms, faults };
}
