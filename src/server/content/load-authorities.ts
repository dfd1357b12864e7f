import { type ContentFolder, readChecked } from './folder.ts';
import { faultAt } from './json-file.ts';
import { authoritySchema } from './schemas.ts';
import type { Authority, ContentFault } from './types.ts';

const FOLDER = 'authorities';

/** Reads one authority a file; the file is named after its id, so ids are unique. */
export function loadAuthorities(folder: ContentFolder): {
  authorities: Map<string, Authority>;
  faults: ContentFault[];
} {
  const authorities = new Map<string, Authority>();
  const faults: ContentFault[] = [];
  for (const name of folder.list(FOLDER).filter((entry) => entry.endsWith('.json'))) {
    const read = readChecked(folder, `${FOLDER}/${name}`, authoritySchema);
    faults.push(...read.faults);
    if (!read.value) continue;
    authorities.set(read.value.id, read.value);
    if (name !== `${read.value.id}.json`) {
      faults.push(faultAt(read.json, ['id'], `the file has to be named ${read.value.id}.json`));
    }
  }
  return { authorities, faults };
}
