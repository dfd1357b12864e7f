import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';

const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache/tests');

/** Data that tests need and that takes seconds to create. It is created once and kept for later runs. */
export type Kept = {
  name: string;
  /** Absolute paths of the files with the code that creates the data; a change of them creates it anew. */
  sources: readonly string[];
  /** Creates the data in an empty folder. */
  create: (folder: string) => Promise<unknown>;
};

/** Copies kept data into the folder of a test. Processes that create it together do not disturb each other. */
export async function copyKept(kept: Kept, folder: string): Promise<void> {
  const hash = createHash('sha256');
  for (const file of [...kept.sources].sort()) hash.update(readFileSync(file));
  const place = path.join(cache, `${kept.name}-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(place)) {
    removeEarlier(kept.name, place);
    await create(kept, place);
  }
  cpSync(place, folder, { recursive: true });
}

function removeEarlier(name: string, place: string): void {
  const { length } = path.basename(place);
  for (const folder of existsSync(cache) ? readdirSync(cache) : []) {
    if (!folder.startsWith(`${name}-`) || folder.length !== length) continue;
    rmSync(path.join(cache, folder), { recursive: true, force: true });
  }
}

async function create(kept: Kept, place: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'new-'));
  try {
    await kept.create(folder);
    renameSync(folder, place);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // Another process may have been first.
    if (!existsSync(place)) throw error;
  }
}
