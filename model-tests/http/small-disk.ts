import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type SmallDisk = {
  folder: string;
  /** Fills all of its space. */
  fill(): Promise<void>;
  /** Frees what `fill` took. */
  free(): Promise<void>;
  remove(): Promise<void>;
};

/** A separate file system in memory; null where this process may not mount one, as only root may. */
export async function smallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    fill: async () => {
      const { bavail, bsize } = await statfs(folder);
      // If others write meanwhile, their part is missing here: then the disk is full before the file is complete.
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
