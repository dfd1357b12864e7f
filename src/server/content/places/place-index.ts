import type { Area, Content } from '../types.ts';
import { significantKey } from './area-keys.ts';
import { isValid } from './valid.ts';

/** One name of a municipality: as people see it, and folded for comparison. */
type PlaceName = { value: string; name: Folded; whole: Folded };
export type IndexedPlace = { area: Area; names: PlaceName[] };

/** A text in the two ways people type letters that their keyboard lacks: ä as ae, or ä as a. */
export type Folded = readonly [string, string];

type Index = {
  /** Municipality key and significant digits to the area. */
  byKey: Map<string, Area>;
  /** How many areas of a level have the name. */
  named: Map<string, number>;
  places: IndexedPlace[];
  /** Whether some exist for a time only. */
  hasEnds: boolean;
};

const indexes = new WeakMap<Content['areas'], Index>();

/** The municipalities of today with all their names; built once for each loaded content. */
export function placeIndex(content: Pick<Content, 'areas'>): IndexedPlace[] {
  const { places, hasEnds } = indexOf(content);
  return hasEnds ? places.filter(({ area }) => isValid(area)) : places;
}

/** The area of a regional key (also padded with zeros) or of a municipality key (AGS, 8 digits). */
export function findArea(content: Pick<Content, 'areas'>, key: string): Area | undefined {
  const exact = content.areas.get(key);
  if (exact) return exact;
  return indexOf(content).byKey.get(key.length === 8 ? key : significantKey(key));
}

/** The name, with the district in brackets where several areas of the same level have it. */
export function displayName(content: Pick<Content, 'areas'>, area: Area): string {
  return labelOf(content.areas, indexOf(content).named, area);
}

/** Lower case without accents and punctuation, words separated by one blank. */
export function fold(text: string): Folded {
  const small = text.normalize('NFC').toLowerCase().replaceAll('ß', 'ss');
  return [plain(small.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter)), plain(small)];
}

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function indexOf({ areas }: Pick<Content, 'areas'>): Index {
  const known = indexes.get(areas);
  if (known) return known;
  const index: Index = { byKey: new Map(), named: new Map(), places: [], hasEnds: false };
  for (const area of areas.values()) {
    for (const key of [significantKey(area.ars), area.ags]) {
      if (key && !index.byKey.has(key)) index.byKey.set(key, area);
    }
    index.named.set(nameAtLevel(area), (index.named.get(nameAtLevel(area)) ?? 0) + 1);
  }
  index.places = [...areas.values()]
    .filter((area) => area.ars.length === 12)
    .map((area) => ({ area, names: namesOf(areas, index.named, area) }));
  index.hasEnds = index.places.some(({ area }) => area.validFrom !== undefined || area.validTo !== undefined);
  indexes.set(areas, index);
  return index;
}

const nameAtLevel = ({ ars, name }: Area) => `${ars.length} ${name}`;

function labelOf(areas: Content['areas'], named: Index['named'], area: Area): string {
  const district = areas.get(area.ars.slice(0, 5));
  return district && (named.get(nameAtLevel(area)) ?? 0) > 1 ? `${area.name} (${district.name})` : area.name;
}

function namesOf(areas: Content['areas'], known: Index['named'], area: Area): PlaceName[] {
  const label = labelOf(areas, known, area);
  const named = (name: string, value: string) => ({ value, name: fold(name), whole: fold(value) });
  // The register's name ("Kiel, Landeshauptstadt") is the municipality itself, not a place in it.
  const shown = (name: string) => (name.startsWith(`${area.name}, `) ? label : `${name} (${area.name})`);
  const all = [[area.name, label], ...area.localities.map((name) => [name, shown(name)])] as const;
  return all.flatMap(([name, value]) => spellings(name).map((spelling) => named(spelling, value)));
}

/** A name as written, and with the other spelling of Sankt. */
function spellings(name: string): string[] {
  if (/\bSankt /.test(name)) return [name, name.replace(/\bSankt /g, 'St. ')];
  return /\bSt\. ?/.test(name) ? [name, name.replace(/\bSt\. ?/g, 'Sankt ')] : [name];
}
