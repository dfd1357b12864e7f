import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type OwnContent = {
  dir: string;
  /** Changes the settings of a form. */
  set(service: string, change: Record<string, unknown>): Promise<void>;
  /** Changes the text of a file, named as in the folder. */
  edit(file: string, change: (text: string) => string): Promise<void>;
  /** Writes a file, named as in the folder. */
  add(file: string, text: string): Promise<void>;
  /** Removes a file or folder, named as in the folder. */
  drop(file: string): Promise<void>;
  remove(): Promise<void>;
};

/** A copy of the demonstration content, to be changed. */
export async function ownContent(): Promise<OwnContent> {
  const dir = await mkdtemp(path.join(tmpdir(), 'content-'));
  cpSync('content', dir, { recursive: true });
  const edit = async (file: string, change: (text: string) => string) => {
    const name = path.join(dir, file);
    await writeFile(name, change(await readFile(name, 'utf8')));
  };
  return {
    dir,
    edit,
    add: (file, text) => writeFile(path.join(dir, file), text),
    drop: (file) => rm(path.join(dir, file), { recursive: true }),
    set: (service, change) =>
      edit(`services/${service}/metadata.json`, (text) =>
        JSON.stringify({ ...(JSON.parse(text) as object), ...change }),
      ),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
