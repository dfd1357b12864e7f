import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_BUSY: somebody else has the lock. */
const BUSY = 5;

/**
 * Makes sure that one process alone works on an embedded database: two would destroy it. The lock is one of the
 * operating system, which ends with the process however that ends: no lock is left behind, and no number of a process
 * that another one has got since can be taken for it. Node has no such locks of its own; SQLite's are the same
 * everywhere.
 * @returns what frees the folder
 * @throws Error that names the process that works on it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const note = `${folder}.lock`;
  const lock = new DatabaseSync(`${folder}.held`, { timeout: 0 });
  try {
    // Nothing is ever written, so nothing has to be noted in a file for the case that it fails.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw error;
    const holder = await readFile(note, 'utf8').catch(() => '?');
    throw new Error(`Process ${holder} works on ${folder} already; only PostgreSQL can be shared`);
  }
  // Says who it is, to people; nothing else is concluded from it.
  await writeFile(note, String(process.pid), { mode: 0o600 });
  await chmod(`${folder}.held`, 0o600);
  return async () => {
    await rm(note, { force: true });
    lock.close();
  };
}
