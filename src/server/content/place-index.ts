import type { Area, Content } from './types.ts';

/** One way to call a municipality: as people see it, and folded for comparing. */
type PlaceName = { value: string; name: Folded; whole: Folded };
export type IndexedPlace = { area: Area; names: PlaceName[] };

/** A text in the two ways in which people type letters that their keyboard lacks: ä as ae, or ä as a. */
export type Folded = readonly [string, string];

const indexes = new WeakMap<Content['areas'], IndexedPlace[]>();

/** The municipalities with all their names; made once for each loaded content. */
export function placeIndex({ areas }: Pick<Content, 'areas'>): IndexedPlace[] {
  let index = indexes.get(areas);
  if (!index) {
    index = [...areas.values()]
      .filter((area) => area.ars.length === 12)
      .map((area) => ({ area, names: namesOf(areas, area) }));
    indexes.set(areas, index);
  }
  return index;
}

/** The name, with the district in brackets where several areas of the same level have it. */
export function displayName({ areas }: Pick<Content, 'areas'>, area: Area): string {
  for (const other of areas.values()) {
    if (other.name === area.name && other.ars !== area.ars && other.ars.length === area.ars.length) {
      const district = areas.get(area.ars.slice(0, 5));
      return district ? `${area.name} (${district.name})` : area.name;
    }
  }
  return area.name;
}

/** Small letters without accents and punctuation, words separated by one blank. */
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

function namesOf(areas: Content['areas'], area: Area): PlaceName[] {
  const label = displayName({ areas }, area);
  const named = (name: string, value: string) => ({ value, name: fold(name), whole: fold(value) });
  return [named(area.name, label), ...area.localities.map((name) => named(name, `${name} (${area.name})`))];
}
