import { rowsOf } from './components.ts';
import type { FormData } from './types.ts';

/** The sources that `namesFrom` lists, each with the keys whose texts make a name; `members.name` is in a group. */
export const nameSources = (list: string): string[][] =>
  list.split(';').map((source) => source.split(' ').filter((key) => key !== ''));

/**
 * Names that were entered elsewhere in the form, to be chosen instead of typed again: each once, in the order of the
 * sources and rows, without the empty ones.
 * @param list `givenName familyName; members.givenName members.familyName`
 */
export function namesFrom(list: string, data: FormData): string[] {
  const names = nameSources(list).flatMap((keys) => {
    const [group = '', inner] = (keys[0] ?? '').split('.');
    if (inner === undefined) return [nameIn(data, keys)];
    const innerKeys = keys.map((key) => key.slice(group.length + 1));
    return rowsOf(data[group]).map((row) => nameIn(row, innerKeys));
  });
  return [...new Set(names.filter((name) => name !== ''))];
}

const nameIn = (row: FormData, keys: string[]): string =>
  keys
    .map((key) => String(row[key] ?? ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
