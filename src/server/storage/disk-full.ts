import { statfs } from 'node:fs/promises';

/** Room that the embedded database needs: a file of its log (16 MB), and writes on the way. */
const NEEDED_MEGABYTES = 24;

/** The disk of the embedded database is full; the message is for operators. */
export class DiskFull extends Error {}

/** Returns the reason why the database in a folder cannot be opened: the fault itself, or a full disk. */
export async function diskFullOr(directory: string, fault: unknown): Promise<unknown> {
  const space = await statfs(directory).catch(() => null);
  if (space === null) return fault;
  const left = Math.floor((space.bavail * space.bsize) / 1024 ** 2);
  if (left >= NEEDED_MEGABYTES) return fault;
  const message =
    `The disk of ${directory} is full: ${left} MB are left, and the embedded database needs ${NEEDED_MEGABYTES} to start. ` +
    'Nothing is lost. Free some space, then start again.';
  return new DiskFull(message, { cause: fault });
}
