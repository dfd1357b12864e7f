import { type AreaKind, areaTypeOf, isAreaKind } from '#domain/area.ts';
import { significantKey } from '#server/content/places/area-keys.ts';
import type { Area, AreaDetails } from '#server/content/types.ts';
import { contentKind, kindWord } from '../places/area-kinds.ts';
import { nameForPeople } from '../places/place-names.ts';
import { lookup } from './lookup.ts';
import { withoutUrn } from './read/identifier.ts';
import type { AreaRecord } from './records.ts';

export type KnownArea = Pick<Area, 'ars' | 'ags' | 'kind' | 'name' | 'parentArs'> & AreaDetails;

/** Kinds of areas by the length of their keys, for files that do not give them. */
const KINDS: Record<number, AreaKind> = {
  2: 'BUNDESLAND',
  3: 'REGIERUNGSBEZIRK',
  5: 'LANDKREIS',
  9: 'AMT',
  12: 'GEMEINDE',
};
/** False for parts of municipalities: the files do not describe them well enough for the table. */
const isKnown = (kind: string): kind is AreaKind =>
  isAreaKind(kind) && kind !== 'WELT' && areaTypeOf(kind) !== 'COMMUNEDISTRICT';

/**
 * The areas of the files that the place table lacks, if the area around them is known. Areas of other states are left
 * out.
 */
export function missingAreas(table: Iterable<KnownArea>, areas: Map<string, AreaRecord>): KnownArea[] {
  const known = new Map([...table].map((area) => [significantKey(area.ars), area]));
  const hasStates = known.size > 0;
  const added: KnownArea[] = [];
  const records = [...areas.values()]
    .map(({ key, name, kind }) => {
      const word = kindWord(kind);
      return { key: keyOfArea(key, contentKind(word)), name, word };
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  for (const { key, name, word } of records) {
    const level = KINDS[key.length];
    if (!level || known.has(significantKey(key)) || /^0+$/.test(key)) continue;
    const parent = [9, 5, 3, 2]
      .filter((length) => length < key.length)
      .map((length) => known.get(key.slice(0, length)))
      .find((area) => area !== undefined);
    if (!parent && (key.length > 2 || hasStates)) continue;
    const named = contentKind(word);
    const area: KnownArea = {
      ars: key,
      ags: key.length === 12 ? key.slice(0, 5) + key.slice(9) : null,
      kind: isKnown(named) ? named : level,
      name: nameForPeople(name, word),
      parentArs: parent?.ars ?? null,
    };
    known.set(significantKey(key), area);
    added.push(area);
  }
  return added;
}

/** Keys of municipalities, including independent cities, have 12 digits; others only the significant ones. */
const keyOfArea = (key: string, kind: string) =>
  ['STADT', 'GEMEINDE', 'KREISFREIE_STADT'].includes(kind) && key.length === 12 ? key : significantKey(key);

/** Finds the areas of the table (keys as written there) for a reference in the files; an empty list if unknown. */
export function areaFinder(
  table: Iterable<KnownArea>,
  areas: Map<string, AreaRecord>,
): (reference: string) => string[] {
  const bySignificantKey = new Map<string, string>();
  const byNumber = new Map<string, string>();
  const states: string[] = [];
  for (const { ars, ags } of table) {
    const key = significantKey(ars);
    if (!bySignificantKey.has(key)) bySignificantKey.set(key, ars);
    if (ags) byNumber.set(ags, ars);
    if (key.length === 2) states.push(ars);
  }
  const find = lookup(areas.keys());
  return (reference) => {
    const id = find(reference);
    const identifier = reference.slice(reference.indexOf(' ') + 1);
    const key = id === null ? withoutUrn(identifier) : (areas.get(id)?.key ?? '');
    if (!/^\d{2,12}$/.test(key)) return [];
    if (/^0+$/.test(key)) return states;
    // A municipality key (8 digits) ending in 000 is a district or an independent city.
    const isNumber = key.length === 8;
    const regional = isNumber && key.endsWith('000') ? key.slice(0, 5) : key;
    const found = (isNumber && byNumber.get(key)) || bySignificantKey.get(significantKey(regional));
    return found ? [found] : [];
  };
}
