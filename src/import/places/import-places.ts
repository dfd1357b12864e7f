import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '#server/content/load/folder.ts';
import { loadPlaces, POSITION_COLUMNS, POSTCODE_COLUMNS } from '#server/content/load/places.ts';
import type { ContentFault } from '#server/content/types.ts';
import { stagingBeside, takePlace } from '../swap.ts';
import { areaTable } from './area-table.ts';
import { type ConvertedPlaces, convertPlaces } from './convert.ts';
import { csvText } from './tables.ts';

type Source = { file: string; text: string };

/**
 * Replaces the places of a content folder with those of a register: all of them, or none if there are faults.
 * @param contentDir the content folder; its `places` is replaced as a whole
 * @param inhabited keys of areas that belong to no municipality and that people live in
 */
export function importPlaces(
  sources: { areas: Source; postcodes: Source },
  contentDir: string,
  inhabited: readonly string[] = [],
): { imported: ConvertedPlaces } | { faults: ContentFault[] } {
  const converted = convertPlaces(sources.areas, sources.postcodes, inhabited);
  if (converted.faults.length > 0) return { faults: converted.faults };
  if (converted.areas.length > 0 && converted.postcodes.length === 0) {
    const reason = 'no postcode belongs to a municipality of the table of areas';
    return { faults: [{ file: sources.postcodes.file, line: 1, reason }] };
  }
  const target = join(contentDir, 'places');
  const staging = stagingBeside(target);
  try {
    write(staging, converted);
    const { areas, faults } = loadPlaces(openFolder(staging));
    if (faults.length > 0) return { faults: faults.map((fault) => inSource(fault, converted, sources)) };
    if (areas.size === 0) {
      return { faults: [{ file: sources.areas.file, line: 1, reason: 'there is no area in the table' }] };
    }
    takePlace(join(staging, 'places'), target);
    return { imported: converted };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

const AREAS = 'places/areas.csv';
const POSTCODES = 'places/postcodes.csv';

function write(dir: string, { areas, postcodes }: ConvertedPlaces): void {
  mkdirSync(join(dir, 'places'));
  writeFileSync(join(dir, AREAS), areaTable(areas));
  const positions = POSITION_COLUMNS.filter((name) => postcodes.some((row) => row[name]));
  const columns = [...POSTCODE_COLUMNS, ...positions];
  writeFileSync(
    join(dir, POSTCODES),
    csvText(
      columns,
      postcodes.map((row) => columns.map((name) => row[name] ?? '')),
    ),
  );
}

/** A fault found by the content check, reported with the source file and line. */
function inSource(
  fault: ContentFault,
  { areas, postcodes }: ConvertedPlaces,
  sources: { areas: Source; postcodes: Source },
): ContentFault {
  const [rows, source] = fault.file === AREAS ? [areas, sources.areas] : [postcodes, sources.postcodes];
  return { file: source.file, line: rows[fault.line - 2]?.line ?? fault.line, reason: fault.reason };
}
