import { open, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { PersonCommandRefused } from '../ask.ts';

/**
 * Has a new file written, which only its owner can read. One that is there is never touched; what is not written to its
 * end is removed.
 * @param write returns whether it was done
 * @throws PersonCommandRefused where the file is there, or cannot be made
 */
export async function intoNewFile(
  file: string,
  write: (out: Writable) => Promise<boolean>,
): Promise<boolean> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new PersonCommandRefused(
      error.code === 'EEXIST'
        ? `${file} is there already: nothing was done`
        : `${file} cannot be made (${error.code}): nothing was done`,
    );
  });
  const out = handle.createWriteStream();
  let isDone = false;
  try {
    isDone = await write(out);
    if (!out.writableEnded) out.end();
    await finished(out);
  } catch (error) {
    isDone = false;
    throw error;
  } finally {
    if (!isDone) {
      out.destroy();
      await rm(file, { force: true });
    }
  }
  return isDone;
}
