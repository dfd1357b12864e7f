import { readFile, rm, writeFile } from 'node:fs/promises';

/**
 * Makes sure that one process alone works on an embedded database: two would destroy it. The lock of a process
 * that was killed is taken over.
 * @returns what frees the folder
 * @throws Error that names the process that works on it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`;
  const own = String(process.pid);
  try {
    await writeFile(file, own, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = await readFile(file, 'utf8');
    if (holder !== own && isAlive(Number(holder))) {
      throw new Error(`Process ${holder} works on ${folder} already; only PostgreSQL can be shared`);
    }
    await writeFile(file, own);
  }
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
