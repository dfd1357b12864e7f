import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
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
      try {
        await writeFile(ballast, Buffer.alloc(bavail * bsize));
        // What a file system says of its room is rough: it is full when it takes no more.
        for (;;) await appendFile(ballast, Buffer.alloc(bsize));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
