import type * as z from 'zod';
import type { Content, ContentFault } from '../types.ts';
import { homeSchema, lifeSituationSchema, portalSchema, topicSchema } from './browsing-schemas.ts';
import { type ContentFolder, nameFaults, readChecked } from './folder.ts';
import { faultAt, type JsonFile, unknownFaults } from './json-file.ts';
import { jsonNames, type KnownNames } from './known.ts';

type Browsing = Pick<Content, 'topics' | 'lifeSituations' | 'portals'> & {
  /** Slugs, for the home page. */
  frequent: string[];
  faults: ContentFault[];
};

/** Reads topics, life situations, thematic portals and the home page, each in the order that its files give. */
export function loadBrowsing(folder: ContentFolder, names: KnownNames): Browsing {
  const topics = entries(folder, 'topics', topicSchema);
  const noService = (slug: string) => `there is no services/${slug}`;
  const situations = entries(folder, 'life-situations', lifeSituationSchema, ({ steps }, json) =>
    steps.flatMap(({ services }, step) =>
      unknownFaults(json, ['steps', step, 'services'], services, names.services, noService),
    ),
  );
  const portals = entries(folder, 'portals', portalSchema, ({ topics: ids, authority }, json) => [
    ...unknownFaults(json, ['topics'], ids, names.topics, (id) => `there is no topics/${id}.json`),
    ...(authority === undefined || names.authorities.has(authority)
      ? []
      : [faultAt(json, ['authority'], `there is no authorities/${authority}.json`)]),
  ]);
  const home = readChecked(folder, 'home.json', homeSchema);
  const homeFaults = home.value
    ? unknownFaults(home.json, ['frequent'], home.value.frequent, names.services, noService)
    : home.faults;
  return {
    topics: topics.found,
    lifeSituations: situations.found,
    portals: portals.found,
    frequent: home.value?.frequent ?? [],
    faults: [...topics.faults, ...situations.faults, ...portals.faults, ...homeFaults],
  };
}

function entries<T extends { order: number }>(
  folder: ContentFolder,
  name: string,
  schema: z.ZodType<T>,
  check: (value: T, json: JsonFile) => ContentFault[] = () => [],
): { found: Map<string, T & { id: string }>; faults: ContentFault[] } {
  const found: (T & { id: string })[] = [];
  const faults: ContentFault[] = [];
  for (const id of jsonNames(folder, name)) {
    const file = `${name}/${id}.json`;
    faults.push(...nameFaults(file, id));
    const read = readChecked(folder, file, schema);
    faults.push(...read.faults);
    if (!read.json) continue;
    faults.push(...check(read.value, read.json));
    found.push({ ...read.value, id });
  }
  found.sort((one, other) => one.order - other.order);
  return { found: new Map(found.map((entry) => [entry.id, entry])), faults };
}
