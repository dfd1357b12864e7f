import type { Authority, ContentFault } from '../types.ts';
import { type ContentFolder, readChecked } from './folder.ts';
import { faultAt, type JsonFile } from './json-file.ts';
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
    faults.push(...contactFaults(read.value, read.json));
    if (name !== `${read.value.id}.json`) {
      faults.push(faultAt(read.json, ['id'], `the file has to be named ${read.value.id}.json`));
    }
  }
  return { authorities, authorityIds, faults };
}

/** The first of a kind is in the authority's own field; the box has only further ones. */
function contactFaults(authority: Authority, json: JsonFile): ContentFault[] {
  const { contactBox = {} } = authority;
  const { telephones = [], faxes = [], emails = [], links = [] } = contactBox;
  const kinds = [
    { list: 'telephones', field: 'phoneNumber', values: telephones.map(({ number }) => number) },
    { list: 'faxes', field: 'fax', values: faxes.map(({ number }) => number) },
    { list: 'emails', field: 'email', values: emails.map(({ email }) => email) },
    { list: 'links', field: 'website', values: links.map(({ url }) => url) },
  ] as const;
  return kinds.flatMap(({ list, field, values }) => {
    const first = authority[field];
    return values.flatMap((value, index) => {
      const say = (reason: string) => [faultAt(json, ['contactBox', list, index], reason)];
      if (first === undefined) return say(`the first one is the ${field} of the authority`);
      return first === value || values.indexOf(value) < index ? say(`${value} is given twice`) : [];
    });
  });
}
