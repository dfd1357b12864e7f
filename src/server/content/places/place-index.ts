import { onceFor } from '#server/once-for.ts';
import type { Area, Content } from '../types.ts';
import { significantKey } from './area-keys.ts';
import { isValid } from './valid.ts';

/** One name of a municipality: as people see it, and folded for comparison. */
type PlaceName = { value: string; name: Folded; whole: Folded; written: string };
export type IndexedPlace = {
  area: Area;
  names: PlaceName[];
  /** Names of the areas around it, without the word for their kind ("Amt"). */
  around: Folded[];
};

/** A text in the two ways people type letters that their keyboard lacks: ä as ae, or ä as a. */
export type Folded = readonly [string, string];

type Index = {
  /** Municipality key and significant digits to the area. */
  byKey: Map<string, Area>;
  /** Names that distinguish an area from others of its level with the same name; empty where no other has it. */
  apart: Map<Area, string[]>;
  places: IndexedPlace[];
  /** Municipalities by each of their folded names. */
  called: Map<string, IndexedPlace[]>;
  /** Folded names of larger areas: districts, associations, states. */
  widerAreas: Set<string>;
  /** Whether some areas exist for a limited time only. */
  hasEnds: boolean;
};

/** The municipalities of today with all their names; built once for each loaded content. */
export function placeIndex(content: Pick<Content, 'areas'>): IndexedPlace[] {
  const { places, hasEnds } = indexOf(content);
  return hasEnds ? places.filter(({ area }) => isValid(area)) : places;
}

/** Returns today's municipalities that may have this name; the caller compares `names` in the same way of folding. */
export function placesCalled(content: Pick<Content, 'areas'>, [one, other]: Folded): IndexedPlace[] {
  const { called, hasEnds } = indexOf(content);
  const found = [...new Set([...(called.get(one) ?? []), ...(called.get(other) ?? [])])];
  return hasEnds ? found.filter(({ area }) => isValid(area)) : found;
}

/** Whether a text names a larger area than a municipality: `Ostholstein`, `Kreis Plön`. */
export const isWiderArea = (content: Pick<Content, 'areas'>, text: string): boolean =>
  fold(text).some((way) => indexOf(content).widerAreas.has(way));

/** The area of a regional key (also padded with zeros) or of a municipality key (AGS, 8 digits). */
export function findArea(content: Pick<Content, 'areas'>, key: string): Area | undefined {
  const exact = content.areas.get(key);
  if (exact) return exact;
  return indexOf(content).byKey.get(key.length === 8 ? key : significantKey(key));
}

/**
 * Returns the name of an area. Where several areas of the level have it, the district follows in brackets; where the
 * district has several, the association, the postcode or, if nothing else distinguishes them, the key.
 */
export function displayName(content: Pick<Content, 'areas'>, area: Area): string {
  return inBrackets(area.name, indexOf(content).apart.get(area) ?? []);
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

const indexOf = ({ areas }: Pick<Content, 'areas'>): Index => indexFor(areas);

const indexFor = onceFor((areas: Content['areas']) => {
  const index: Index = {
    byKey: new Map(),
    apart: apartFrom(areas),
    places: [],
    called: new Map(),
    widerAreas: new Set(),
    hasEnds: false,
  };
  for (const area of areas.values()) {
    for (const key of [significantKey(area.ars), area.ags]) {
      if (key && !index.byKey.has(key)) index.byKey.set(key, area);
    }
  }
  index.places = [...areas.values()]
    .filter((area) => area.ars.length === 12)
    .map((area) => ({
      area,
      names: namesOf(area, index.apart.get(area) ?? []),
      around: aroundOf(areas, area).map(({ name }) => fold(name.replace(CALLED, ''))),
    }));
  for (const place of index.places) {
    for (const { name, whole } of place.names) {
      for (const key of new Set([...name, ...whole])) {
        index.called.set(key, [...(index.called.get(key) ?? []), place]);
      }
    }
  }
  for (const area of areas.values()) if (area.ars.length < 12) addWiderArea(index.widerAreas, area);
  index.hasEnds = index.places.some(({ area }) => area.validFrom !== undefined || area.validTo !== undefined);
  return index;
});

function addWiderArea(widerAreas: Index['widerAreas'], { kind, name }: Area): void {
  const names = kind === 'LANDKREIS' ? [name, `Kreis ${name}`, `Landkreis ${name}`] : [name];
  for (const way of names.flatMap(fold)) widerAreas.add(way);
}

const CALLED =
  /^(Amt|Kreis|Landkreis|Region|Samtgemeinde|Verbandsgemeinde|Verwaltungsgemeinschaft)\s+(?=\p{Lu})/u;

/** The areas around one, the nearest first. */
function aroundOf(areas: Content['areas'], { parentArs }: Area): Area[] {
  const parent = parentArs === null ? undefined : areas.get(parentArs);
  return parent ? [parent, ...aroundOf(areas, parent)] : [];
}

/** Returns the first way to distinguish areas of a level with the same name that leaves no two alike. */
function apartFrom(areas: Content['areas']): Map<Area, string[]> {
  const district = ({ ars }: Area) => areas.get(ars.slice(0, 5))?.name;
  const association = ({ ars }: Area) => (ars.length > 9 ? areas.get(ars.slice(0, 9))?.name : undefined);
  const ways: ((area: Area) => (string | undefined)[])[] = [
    (area) => [district(area)],
    (area) => [association(area), district(area)],
    (area) => [area.postalCodes[0], district(area)],
    (area) => [area.ars],
  ];
  const apart = new Map<Area, string[]>();
  for (const alike of Map.groupBy(areas.values(), ({ ars, name }) => `${ars.length} ${name}`).values()) {
    if (alike.length === 1) continue;
    let left = alike;
    for (const way of ways) {
      const said = (area: Area) => way(area).filter((part) => part !== undefined);
      const groups = Map.groupBy(left, (area) => said(area).join());
      for (const [one, ...others] of groups.values())
        if (one && others.length === 0) apart.set(one, said(one));
      left = left.filter((area) => !apart.has(area));
    }
  }
  return apart;
}

const inBrackets = (name: string, parts: readonly string[]) =>
  parts.length > 0 ? `${name} (${parts.join(', ')})` : name;

function namesOf(area: Area, apart: readonly string[]): PlaceName[] {
  const label = inBrackets(area.name, apart);
  const named = (name: string, value: string) => ({
    value,
    name: fold(name),
    // A postcode is looked for apart from the name.
    whole: fold(value.replace(/(?<!\d)\d{5}(?!\d)/, ' ')),
    written: name,
  });
  // The register's name ("Kiel, Landeshauptstadt") is the municipality itself, not a place in it.
  const shown = (name: string) =>
    name === area.registerName || name.startsWith(`${area.name}, `)
      ? label
      : inBrackets(name, [area.name, ...apart]);
  const others = area.registerName === undefined ? area.localities : [area.registerName, ...area.localities];
  const all = [[area.name, label], ...others.map((name) => [name, shown(name)])] as const;
  return all.flatMap(([name, value]) => spellings(name).map((spelling) => named(spelling, value)));
}

/** A name as written, and with the other spelling of Sankt. */
function spellings(name: string): string[] {
  if (/\bSankt /.test(name)) return [name, name.replace(/\bSankt /g, 'St. ')];
  return /\bSt\. ?/.test(name) ? [name, name.replace(/\bSt\. ?/g, 'Sankt ')] : [name];
}
