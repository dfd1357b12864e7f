import { rowsOf } from './components.ts';
import type { FormData } from './types.ts';

/**
 * A source in `namesFrom`: the keys whose texts make a name, and the choice that must have been made beside them.
 * `members.name` is in a group.
 */
export type NameSource = { keys: string[]; only: { key: string; value: string } | null };

/** The sources of a list: `givenName familyName; members.givenName members.hasIncome=yes`. */
export const nameSources = (list: string): NameSource[] =>
  list.split(';').map((source) => {
    const parts = source.split(' ').filter((part) => part !== '');
    const [key, value] = parts.find((part) => part.includes('='))?.split('=') ?? [];
    return {
      keys: parts.filter((part) => !part.includes('=')),
      only: key === undefined || value === undefined ? null : { key, value },
    };
  });

/**
 * Names entered elsewhere in the form, offered as choices: each once, in the order of the sources and rows. Empty names
 * are left out, and those whose row has another choice.
 */
export function namesFrom(list: string, data: FormData): string[] {
  const names = nameSources(list).flatMap(({ keys, only }) => {
    const [group = '', inner] = (keys[0] ?? '').split('.');
    const rows = inner === undefined ? [data] : rowsOf(data[group]);
    const innerKey = (key: string) => (inner === undefined ? key : key.slice(group.length + 1));
    return rows
      .filter((row) => only === null || row[innerKey(only.key)] === only.value)
      .map((row) => nameIn(row, keys.map(innerKey)));
  });
  return [...new Set(names.filter((name) => name !== ''))];
}

const nameIn = (row: FormData, keys: string[]): string =>
  keys
    .map((key) => String(row[key] ?? ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
