import {
  AREA_COLUMNS,
  AREA_DETAILS,
  POSITION_COLUMNS,
  POSTCODE_COLUMNS,
} from '#server/content/load/places.ts';
import { significantKey } from '#server/content/places/area-keys.ts';
import type { ContentFault } from '#server/content/types.ts';
import { contentKind, type Dwelling, dwellingOf, isUnincorporated, kindWord } from './area-kinds.ts';
import type { AreaCells } from './area-table.ts';
import { nameForPeople } from './place-names.ts';
import { readTable } from './tables.ts';

export type AreaRow = AreaCells & { registerName: string; line: number };
export type PostcodeRow = {
  postcode: string;
  ars: string;
  place: string;
  latitude?: string;
  longitude?: string;
  line: number;
};

/** The result for the two tables; `skipped` gives the reason for each row that was left out. */
export type ConvertedPlaces = {
  areas: AreaRow[];
  postcodes: PostcodeRow[];
  skipped: ContentFault[];
  faults: ContentFault[];
  counts: { areas: number; postcodes: number; mergedCities: number; renamed: number };
  /** Areas that belong to no municipality, with the reason why they are places to choose or are not. */
  unincorporated: { area: string; isHome: boolean; reason: string }[];
  passedOver: string[];
};

type Source = { file: string; text: string };

/**
 * Converts the place tables of a register to those of the content. Faults make a table unusable; rows that can be left
 * out without loss are skipped. The result is sorted, so the same tables give the same bytes.
 * @param inhabited keys (ARS or AGS) of areas that belong to no municipality and that people live in
 */
export function convertPlaces(
  areaSource: Source,
  postcodeSource: Source,
  inhabited: readonly string[] = [],
): ConvertedPlaces {
  const areaTable = readTable(areaSource.file, areaSource.text, AREA_COLUMNS, AREA_DETAILS);
  const postcodeTable = readTable(
    postcodeSource.file,
    postcodeSource.text,
    POSTCODE_COLUMNS,
    POSITION_COLUMNS,
  );
  const dwellings = dwellingsOf(
    areaTable.rows.map(({ cells }) => cells),
    postcodeTable.rows.map(({ cells }) => cells),
    inhabited,
  );
  // Registers put such an area into an association of its own, which stands for nothing.
  const shells = new Map(
    areaTable.rows.flatMap(({ cells }) =>
      isShell(cells) ? [[significantKey(cells.ars), cells.parentArs] as const] : [],
    ),
  );
  const rows = areaTable.rows
    .filter(({ cells }) => !isShell(cells) && dwellings.get(cells)?.isHome !== false)
    .map(({ line, cells }) => {
      const parentArs = shells.get(significantKey(cells.parentArs)) ?? cells.parentArs;
      return areaRow(line, { ...cells, parentArs });
    });
  const { areas, mergedCities } = mergeCities(rows);
  const named = withDistinctNames(areas).sort(byKey);
  const { postcodes, skipped } = joinPostcodes(
    postcodeTable.rows.map(({ line, cells }) => ({ line, ...cells })),
    named,
    postcodeSource.file,
  );
  return {
    areas: named.map(withRegisterName),
    postcodes,
    skipped,
    faults: [
      ...areaTable.faults,
      ...postcodeTable.faults,
      ...strangeKeys(inhabited, [...dwellings.keys()], areaSource.file),
    ],
    counts: {
      areas: areaTable.rows.length,
      postcodes: postcodeTable.rows.length,
      mergedCities,
      renamed: named.filter(({ name, registerName }) => name !== registerName).length,
    },
    unincorporated: [...dwellings].map(([{ ars, name }, dwelling]) => ({
      area: `${ars} ${name}`,
      ...dwelling,
    })),
    passedOver: [...areaTable.passedOver, ...postcodeTable.passedOver],
  };
}

/** An association with nothing but an area that belongs to no municipality. */
const isShell = ({ ars, kind, name }: AreaCells): boolean =>
  significantKey(ars).length === 9 && isUnincorporated(kindWord(kind), name);

/** Whether people live in the areas that belong to no municipality. */
function dwellingsOf(
  areas: readonly AreaCells[],
  postcodes: readonly Pick<PostcodeRow, 'ars' | 'postcode'>[],
  inhabited: readonly string[],
): Map<AreaCells, Dwelling> {
  const found = areas.filter((area) => !isShell(area) && isUnincorporated(kindWord(area.kind), area.name));
  const keys = new Set(found.map(({ ars }) => ars));
  const ofMunicipalities = new Set(
    postcodes.flatMap(({ ars, postcode }) => (keys.has(ars) ? [] : [postcode])),
  );
  return new Map(
    found.map((area) => {
      const own = postcodes.flatMap(({ ars, postcode }) => (ars === area.ars ? [postcode] : []));
      const alone = own.filter((postcode) => !ofMunicipalities.has(postcode));
      const isNamed = inhabited.some((key) => isKeyOf(area, key));
      const named = { isHome: true, reason: 'it is named as inhabited' };
      const { kind, name, population } = area;
      return [area, isNamed ? named : dwellingOf({ kind: kindWord(kind), name, population }, { own, alone })];
    }),
  );
}

const isKeyOf = ({ ars, ags }: AreaCells, key: string): boolean => key !== '' && (key === ars || key === ags);

/** Keys that are named as inhabited, and are none of an area without a municipality. */
const strangeKeys = (keys: readonly string[], areas: readonly AreaCells[], file: string): ContentFault[] =>
  keys
    .filter((key) => !areas.some((area) => isKeyOf(area, key)))
    .map((key) => ({
      file,
      line: 1,
      reason: `${key || 'an empty text'} is no area without a municipality, so it cannot be named as inhabited`,
    }));

function areaRow(line: number, cells: AreaCells): AreaRow {
  const word = kindWord(cells.kind);
  const kind = contentKind(word);
  const isMunicipality = ['STADT', 'GEMEINDE', 'KREISFREIE_STADT'].includes(kind);
  // Registers pad the keys of districts and associations with zeros to 12 digits.
  const isPart = cells.ars.length > 12;
  const ars = isMunicipality || isPart || kind === 'WELT' ? cells.ars : significantKey(cells.ars);
  const ags = cells.ags || (isMunicipality && ars.length === 12 ? ars.slice(0, 5) + ars.slice(9) : '');
  return {
    ...cells,
    ars,
    ags: isMunicipality ? ags : '',
    kind,
    name: nameForPeople(cells.name, word),
    parentArs: isPart ? cells.parentArs : significantKey(cells.parentArs),
    registerName: cells.registerName || cells.name,
    line,
  };
}

/** People search for municipalities only. A register name equal to the name adds nothing. */
const withRegisterName = (area: AreaRow): AreaRow =>
  area.ars.length === 12 && area.registerName !== area.name ? area : { ...area, registerName: '' };

/**
 * Registers list an independent city twice: as a district (5 digits) and as the municipality in it. The content has one
 * area for it, the municipality, directly below the area around the district.
 */
function mergeCities(rows: AreaRow[]): { areas: AreaRow[]; mergedCities: number } {
  const districts = new Map(
    rows
      .filter(({ kind, ars }) => kind === 'KREISFREIE_STADT' && ars.length === 5)
      .map((row) => [row.ars, row]),
  );
  const municipalities = new Set(rows.flatMap(({ ars }) => (ars.length === 12 ? [ars.slice(0, 5)] : [])));
  let mergedCities = 0;
  const areas = rows.flatMap((row): AreaRow[] => {
    if (districts.get(row.ars) === row) {
      if (municipalities.has(row.ars)) return [];
      return [{ ...row, ars: row.ars.padEnd(12, '0'), ags: row.ars.padEnd(8, '0') }];
    }
    const district = row.ars.length === 12 ? districts.get(row.ars.slice(0, 5)) : undefined;
    if (!district) return [row];
    mergedCities++;
    return [{ ...row, kind: 'KREISFREIE_STADT', parentArs: district.parentArs }];
  });
  return { areas, mergedCities };
}

/** The register's name where two municipalities of a district would have the same name. */
function withDistinctNames(areas: AreaRow[]): AreaRow[] {
  const place = ({ ars, name }: AreaRow) => `${ars.slice(0, 5)} ${ars.length} ${name}`;
  const counts = Map.groupBy(areas, place);
  return areas.map((area) =>
    (counts.get(place(area))?.length ?? 0) > 1 ? { ...area, name: area.registerName } : area,
  );
}

/** Postcodes of the areas. */
function joinPostcodes(
  rows: PostcodeRow[],
  areas: AreaRow[],
  file: string,
): { postcodes: PostcodeRow[]; skipped: ContentFault[] } {
  const byKeyOrNumber = new Map(areas.map((area) => [area.ars, area]));
  const skipped: ContentFault[] = [];
  const postcodes = new Map<string, PostcodeRow>();
  const add = (row: PostcodeRow) => {
    const identity = `${row.postcode},${row.ars},${row.place}`;
    if (postcodes.has(identity)) return false;
    postcodes.set(identity, row);
    return true;
  };
  for (const row of rows.toSorted(byPostcode)) {
    const area = byKeyOrNumber.get(row.ars);
    const skip = (reason: string) => skipped.push({ file, line: row.line, reason });
    if (!area) {
      skip(`${row.postcode} ${row.place}: ${row.ars} is no municipality of the table of areas`);
      continue;
    }
    const place = row.place === area.registerName ? area.name : row.place;
    if (!add({ ...row, place })) skip(`${row.postcode} ${row.place} is given twice`);
  }
  return { postcodes: [...postcodes.values()].sort(byPostcode), skipped };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byKey = (one: AreaRow, other: AreaRow) => compare(one.ars, other.ars);
const byPostcode = (one: PostcodeRow, other: PostcodeRow) =>
  compare(one.postcode, other.postcode) || compare(one.ars, other.ars) || compare(one.place, other.place);
