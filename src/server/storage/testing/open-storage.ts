import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStorage, type Storage } from '../database.ts';
import { copyEmptyDatabase } from './empty-database.ts';

/** An embedded database of a test's own, without rows; its files are removed when it is closed. */
export async function openTestStorage(): Promise<Storage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'storage-'));
  await copyEmptyDatabase(dataDir);
  const storage = await openStorage({ dataDir });
  return {
    ...storage,
    close: async () => {
      await storage.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
