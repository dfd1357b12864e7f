import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importPlaces } from '#import/places/import-places.ts';
import { openFolder } from '#server/content/load/folder.ts';
import { loadPlaces } from '#server/content/load/places.ts';
import type { Area } from '#server/content/types.ts';

/**
 * The places of registers (areas.csv and postcodes.csv), as an import creates them.
 * @param dir a folder with the two tables, or with one such folder per state
 * @returns name of the folder to areas by key
 * @throws Error with the faults of the tables, or when there are none
 */
export function storedPlaces(dir: string): Map<string, Map<string, Area>> {
  const states = [dir, ...readdirSync(dir).map((name) => path.join(dir, name))].filter((folder) =>
    existsSync(path.join(folder, 'areas.csv')),
  );
  if (states.length === 0) throw new Error(`there is no areas.csv in ${dir} or its folders`);
  return new Map(states.map((folder) => [path.basename(folder), importedPlaces(folder)]));
}

function importedPlaces(folder: string): Map<string, Area> {
  const target = mkdtempSync(path.join(tmpdir(), 'places-'));
  const source = (name: string) => ({ file: name, text: readFileSync(path.join(folder, name), 'utf8') });
  try {
    const result = importPlaces(
      { areas: source('areas.csv'), postcodes: source('postcodes.csv') },
      path.join(target, 'content'),
    );
    const { areas, faults } =
      'faults' in result
        ? { areas: new Map<string, Area>(), ...result }
        : loadPlaces(openFolder(path.join(target, 'content')));
    if (faults.length > 0) {
      throw new Error(faults.map(({ file, line, reason }) => `${file}:${line}: ${reason}`).join('\n'));
    }
    return areas;
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
