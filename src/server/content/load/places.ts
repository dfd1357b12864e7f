import type { Area, ContentFault } from '../types.ts';
import type { CsvRow } from './csv-file.ts';
import { type ContentFolder, readTable } from './folder.ts';

const AREAS = 'places/areas.csv';
const POSTCODES = 'places/postcodes.csv';
const AREA_COLUMNS = ['ars', 'ags', 'kind', 'name', 'parentArs'] as const;
const POSTCODE_COLUMNS = ['postcode', 'ars', 'place'] as const;

/** Administrative unit kinds (spec section 3) that an area of the table can have. */
const KINDS = new Set([
  'BUNDESLAND',
  'REGIERUNGSBEZIRK',
  'REGION',
  'LANDKREIS',
  'KREISFREIE_STADT',
  'AMT',
  'SAMTGEMEINDE',
  'VERWALTUNGSGEMEINSCHAFT',
  'STADT',
  'GEMEINDE',
]);

/** Reads the two place tables; areas are keyed by their regional key as written. */
export function loadPlaces(folder: ContentFolder): { areas: Map<string, Area>; faults: ContentFault[] } {
  const areas = new Map<string, Area>();
  const table = readTable(folder, AREAS, AREA_COLUMNS);
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

function toArea({ cells }: CsvRow<(typeof AREA_COLUMNS)[number]>): Area {
  return {
    ars: cells.ars,
    ags: cells.ags || null,
    kind: cells.kind,
    name: cells.name,
    parentArs: cells.parentArs || null,
    postalCodes: [],
    localities: [],
  };
}

function areaFault(
  { cells }: CsvRow<(typeof AREA_COLUMNS)[number]>,
  areas: Map<string, Area>,
): string | null {
  const { ars, ags, kind, name, parentArs } = cells;
  if (!/^(\d{2}|\d{3}|\d{5}|\d{9}|\d{12})$/.test(ars)) return `ars "${ars}" needs 2, 3, 5, 9 or 12 digits`;
  if (areas.has(ars)) return `ars ${ars} is given twice`;
  if (ars.length === 12 && ags !== ars.slice(0, 5) + ars.slice(9)) {
    return `ags "${ags}" does not belong to ars ${ars} (its first 5 and last 3 digits)`;
  }
  if (ars.length !== 12 && ags) return 'only municipalities (12 digits) have an ags';
  if (!KINDS.has(kind)) return `kind "${kind}" is not one of ${[...KINDS].join(', ')}`;
  if (!name) return 'the name is empty';
  if (ars.length > 2 && !parentArs) return 'parentArs is empty';
  if (parentArs && (parentArs === ars || !ars.startsWith(parentArs))) {
    return `parentArs ${parentArs} is not the beginning of ars ${ars}`;
  }
  return null;
}

function addPostcodes(folder: ContentFolder, areas: Map<string, Area>): ContentFault[] {
  const table = readTable(folder, POSTCODES, POSTCODE_COLUMNS);
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
    } else if (seen.has(row)) {
      faults.push({ file: POSTCODES, line, reason: 'the line is given twice' });
    } else {
      if (!area.postalCodes.includes(cells.postcode)) area.postalCodes.push(cells.postcode);
      if (cells.place !== area.name && !area.localities.includes(cells.place))
        area.localities.push(cells.place);
    }
    seen.add(row);
  }
  return faults;
}
