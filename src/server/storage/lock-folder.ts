import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY: another process has the lock. */
const BUSY = 5;

/**
 * Ensures that only one process works on an embedded database: two would destroy it. The operating system holds the
 * lock, which ends with the process however that ends: no lock is left behind, and a reused process id cannot be
 * mistaken for the holder. Node has no such locks of its own; SQLite's work the same everywhere.
 * @returns frees the folder
 * @throws Error that names the process working on it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const note = `${folder}.lock`;
  const lock = new DatabaseSync(`${folder}.held`, { timeout: 0 });
  try {
    // Nothing is ever written, so nothing needs a journal on disk.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw error;
    const holder = await readFile(note, 'utf8').catch(() => '?');
    throw new Error(`Process ${holder} works on ${folder} already; only PostgreSQL can be shared`);
  }
  // Names the process, for people; nothing else relies on it.
  await writeFile(note, String(process.pid), { mode: 0o600 });
  await chmod(`${folder}.held`, 0o600);
  return async () => {
    await rm(note, { force: true });
    lock.close();
  };
}
