import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as z from 'zod';

/** The JSON state of a stand-in, so that it survives a restart. */
export type StateFile<T> = { read(): Promise<T>; write(state: T): Promise<void> };

/**
 * A state file that is always complete: written next to the old one and renamed, one write at a time. `read` returns
 * `initial` if there is none, and throws if it does not match the schema.
 */
export function stateFile<T>(path: string, schema: z.ZodType<T>, initial: T): StateFile<T> {
  let last: Promise<unknown> = Promise.resolve();

  async function replace(text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.new`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, path);
  }

  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return text === null ? initial : schema.parse(JSON.parse(text));
    },
    write(state) {
      const text = JSON.stringify(state, null, 2);
      const written = last.then(() => replace(text));
      last = written.catch(() => undefined);
      return written;
    },
  };
}
