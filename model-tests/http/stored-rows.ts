import { rm } from 'node:fs/promises';
import { type Database, openStorage } from '#server/storage/database.ts';
import type { Portal } from './portal.ts';

/** Reads what the embedded database of a running server contains, from a copy: the server does not notice. */
export async function storedRows<T>(portal: Portal, read: (db: Database) => Promise<T>): Promise<T> {
  const dataDir = await portal.copyDatabase();
  const { db, close } = await openStorage({ dataDir });
  const rows = await read(db);
  await close();
  await rm(dataDir, { recursive: true });
  return rows;
}
