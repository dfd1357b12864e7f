import type { Authority, ContentFault } from '../types.ts';
import { type ContentFolder, readChecked } from './folder.ts';
import { faultAt } from './json-file.ts';
import { authoritySchema } from './schemas.ts';

const FOLDER = 'authorities';

/**
 * Reads the authorities, one per file; the file is named after the id, so ids are unique. `authorityIds` includes those
 * whose file is faulty, so that one fault is not reported again for every service.
 */
export function loadAuthorities(folder: ContentFolder): {
  authorities: Map<string, Authority>;
  authorityIds: Set<string>;
  faults: ContentFault[];
} {
  const authorities = new Map<string, Authority>();
  const authorityIds = new Set<string>();
  const faults: ContentFault[] = [];
  for (const name of folder.list(FOLDER).filter((entry) => entry.endsWith('.json'))) {
    authorityIds.add(name.replace(/\.json$/, ''));
    const read = readChecked(folder, `${FOLDER}/${name}`, authoritySchema);
    faults.push(...read.faults);
    if (!read.value) continue;
    authorities.set(read.value.id, read.value);
    if (name !== `${read.value.id}.json`) {
      faults.push(faultAt(read.json, ['id'], `the file has to be named ${read.value.id}.json`));
    }
  }
  return { authorities, authorityIds, faults };
}
