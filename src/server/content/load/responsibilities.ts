import { significantKey } from '../places/area-keys.ts';
import type { ContentFault, Responsibility } from '../types.ts';
import { type ContentFolder, readChecked } from './folder.ts';
import { faultAt, type JsonFile, type JsonPath } from './json-file.ts';
import { jsonNames, type Known } from './known.ts';
import { responsibilityGroupSchema } from './service-schema.ts';

/** Reads the responsibility groups, one per file, which many services share. Faulty ones are left out. */
export function loadResponsibilities(
  folder: ContentFolder,
  known: Known,
): { groups: Map<string, Responsibility[]>; faults: ContentFault[] } {
  const groups = new Map<string, Responsibility[]>();
  const faults: ContentFault[] = [];
  for (const group of jsonNames(folder, 'responsibilities')) {
    const read = readChecked(folder, `responsibilities/${group}.json`, responsibilityGroupSchema);
    const own = read.value
      ? responsibilityFaults(read.value.responsibilities, ['responsibilities'], known, read.json)
      : read.faults;
    faults.push(...own);
    if (read.value && own.length === 0) groups.set(group, read.value.responsibilities);
  }
  return { groups, faults };
}

/** Authorities and areas that do not exist, and areas for which an authority is given twice. */
export function responsibilityFaults(
  responsibilities: Responsibility[],
  path: JsonPath,
  known: Known,
  json: JsonFile,
): ContentFault[] {
  const faults: ContentFault[] = [];
  const seen = new Set<string>();
  for (const [index, { authority, areas, criterion }] of responsibilities.entries()) {
    const say = (rest: JsonPath, reason: string) =>
      faults.push(faultAt(json, [...path, index, ...rest], reason));
    if (!known.authorityIds.has(authority)) say(['authority'], `there is no authorities/${authority}.json`);
    for (const [position, area] of areas.entries()) {
      if (!known.areas.has(area)) say(['areas', position], `${area} is not in places/areas.csv`);
      const pair = `${authority} ${significantKey(area)} ${criterion?.de ?? ''}`;
      if (seen.has(pair)) say(['areas', position], `${area} is given twice for ${authority}`);
      seen.add(pair);
    }
  }
  return faults;
}
