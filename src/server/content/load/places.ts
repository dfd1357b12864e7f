import { type AreaKind, areaKinds, areaTypeOf, isAreaKind } from '#domain/area.ts';
import type { Area, ContentFault, Position } from '../types.ts';
import { type ContentFolder, readTable } from './folder.ts';

const AREAS = 'places/areas.csv';
const POSTCODES = 'places/postcodes.csv';
export const AREA_COLUMNS = ['ars', 'ags', 'kind', 'name', 'parentArs'] as const;
export const POSTCODE_COLUMNS = ['postcode', 'ars', 'place'] as const;

/** Optional columns of the table, in any order. */
export const AREA_DETAILS = [
  'nameShort',
  'registerName',
  'description',
  'sourceId',
  'dataSource',
  'validFrom',
  'validTo',
  'lastUpdated',
  'population',
  'geoCodingShapes',
] as const;
export const POSITION_COLUMNS = ['latitude', 'longitude'] as const;

type AreaCells = Record<(typeof AREA_COLUMNS)[number], string> &
  Partial<Record<(typeof AREA_DETAILS)[number], string>>;
type AreaRow = { line: number; cells: AreaCells };

/** Reads the two place tables; areas are keyed by their regional key as written. */
export function loadPlaces(folder: ContentFolder): { areas: Map<string, Area>; faults: ContentFault[] } {
  const areas = new Map<string, Area>();
  const table = readWithDetails(folder, AREAS, AREA_COLUMNS, AREA_DETAILS);
  const faults = [...table.faults];
  for (const row of table.rows) {
    const reason = areaFault(row, areas);
    if (reason) faults.push({ file: AREAS, line: row.line, reason });
    // A faulty area still counts as known, or its fault would be reported again wherever it is named.
    if (!areas.has(row.cells.ars)) areas.set(row.cells.ars, toArea(row));
  }
  for (const { line, cells } of table.rows) {
    if (cells.parentArs && !areas.has(cells.parentArs)) {
      faults.push({ file: AREAS, line, reason: `parentArs ${cells.parentArs} is not in this table` });
    }
  }
  return { areas, faults: [...faults, ...addPostcodes(folder, areas)] };
}

/** Reads a table whose first columns are given and whose others may be any of the optional columns, once each. */
function readWithDetails<C extends string, D extends string>(
  folder: ContentFolder,
  file: string,
  columns: readonly C[],
  optional: readonly D[],
): {
  rows: { line: number; cells: Record<C, string> & Partial<Record<D, string>> }[];
  faults: ContentFault[];
} {
  const [header = ''] = folder.read(file).split('\n', 1);
  const further = header.split(',').slice(columns.length);
  const strange = further.filter((name, index) => !isOneOf(optional, name) || further.indexOf(name) < index);
  const table = readTable(folder, file, strange.length > 0 ? columns : [...columns, ...(further as D[])]);
  const faults = table.faults.map((fault) =>
    fault.reason.startsWith('the first line has to be')
      ? {
          ...fault,
          reason: `the first line has to be ${columns.join(',')}, then any of ${optional.join(', ')}`,
        }
      : fault,
  );
  return { rows: table.rows as never, faults };
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

function toArea({ cells }: AreaRow): Area {
  const { ars, ags, kind, name, parentArs, population, geoCodingShapes, ...rest } = cells;
  const said = Object.entries(rest).filter(([, value]) => value !== '');
  return {
    ars,
    ags: ags || null,
    kind: kind as AreaKind,
    name,
    parentArs: parentArs || null,
    postalCodes: [],
    localities: [],
    ...Object.fromEntries(said),
    ...(population && { population: Number(population) }),
    ...(geoCodingShapes && { geoCodingShapes: geoCodingShapes.split(/\s+/) }),
  };
}

function areaFault({ cells }: AreaRow, areas: Map<string, Area>): string | null {
  const { ars, ags, kind, name, parentArs } = cells;
  if (!/^(\d{2}|\d{3}|\d{5}|\d{9}|\d{12}|\d{15})$/.test(ars)) {
    return `ars "${ars}" needs 2, 3, 5, 9 or 12 digits, or 15 for a part of a municipality`;
  }
  if (areas.has(ars)) return `ars ${ars} is given twice`;
  if (ars.length === 12 && ags !== ars.slice(0, 5) + ars.slice(9)) {
    return `ags "${ags}" does not belong to ars ${ars} (its first 5 and last 3 digits)`;
  }
  if (ars.length !== 12 && ags) return 'only municipalities (12 digits) have an ags';
  if (!isAreaKind(kind)) return `kind "${kind}" is not one of ${areaKinds.join(', ')}`;
  if ((areaTypeOf(kind) === 'COMMUNEDISTRICT') !== (ars.length === 15)) {
    return `only a part of a municipality (STADTBEZIRK, ORTSTEIL) has 15 digits, and it has as many`;
  }
  if ((kind === 'WELT') !== (ars === '00')) return 'the world (WELT) has the ars 00, and no other area has';
  if (!name) return 'the name is empty';
  if (ars.length > 2 && !parentArs) return 'parentArs is empty';
  if (parentArs && (parentArs === ars || !ars.startsWith(parentArs))) {
    return `parentArs ${parentArs} is not the beginning of ars ${ars}`;
  }
  return detailFault(cells);
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

function detailFault({ validFrom = '', validTo = '', ...cells }: AreaCells): string | null {
  const { lastUpdated = '', population = '', geoCodingShapes = '' } = cells;
  for (const [name, day] of Object.entries({ validFrom, validTo, lastUpdated })) {
    if (day && !isDay(day)) return `${name} "${day}" is not a day (YYYY-MM-DD)`;
  }
  if (validFrom && validTo && validTo < validFrom)
    return `validTo ${validTo} is before validFrom ${validFrom}`;
  if (population && !/^\d{1,9}$/.test(population)) return `population "${population}" is not a number`;
  const wrong = geoCodingShapes.split(/\s+/).find((url) => url && !/^https:\/\/\S+$/.test(url));
  return wrong ? `geoCodingShapes "${wrong}" is not an address with https` : null;
}

function addPostcodes(folder: ContentFolder, areas: Map<string, Area>): ContentFault[] {
  const table = readWithDetails(folder, POSTCODES, POSTCODE_COLUMNS, POSITION_COLUMNS);
  const positions = new Map<Area, Position[]>();
  const faults = [...table.faults];
  const seen = new Set<string>();
  for (const { line, cells } of table.rows) {
    const area = areas.get(cells.ars);
    const row = Object.values(cells).join(',');
    if (!/^\d{5}$/.test(cells.postcode)) {
      faults.push({ file: POSTCODES, line, reason: `postcode "${cells.postcode}" needs 5 digits` });
    } else if (area?.ars.length !== 12) {
      faults.push({ file: POSTCODES, line, reason: `ars ${cells.ars} is not a municipality of ${AREAS}` });
    } else if (!cells.place) {
      faults.push({ file: POSTCODES, line, reason: 'the place is empty' });
    } else if (!isPosition(cells)) {
      faults.push({
        file: POSTCODES,
        line,
        reason: 'latitude and longitude are both degrees, or both empty',
      });
    } else if (seen.has(row)) {
      faults.push({ file: POSTCODES, line, reason: 'the line is given twice' });
    } else {
      if (!area.postalCodes.includes(cells.postcode)) area.postalCodes.push(cells.postcode);
      if (cells.place !== area.name && !area.localities.includes(cells.place))
        area.localities.push(cells.place);
      if (cells.latitude && cells.longitude) {
        const position = { latitude: Number(cells.latitude), longitude: Number(cells.longitude) };
        positions.set(area, [...(positions.get(area) ?? []), position]);
      }
    }
    seen.add(row);
  }
  for (const [area, all] of positions) area.position = middleOf(all);
  return faults;
}

function isPosition({ latitude = '', longitude = '' }: { latitude?: string; longitude?: string }): boolean {
  const isDegree = (text: string, most: number) =>
    /^-?\d{1,3}(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= most;
  return (latitude === '' && longitude === '') || (isDegree(latitude, 90) && isDegree(longitude, 180));
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const middleOf = (all: Position[]): Position => ({
  latitude: mean(all.map(({ latitude }) => latitude)),
  longitude: mean(all.map(({ longitude }) => longitude)),
});
