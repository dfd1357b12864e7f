import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { filesWithVersion } from '#server/content/load/folder.ts';

/** Largest content once it is unpacked again. */
const MOST_BYTES = 1024 * 1024 * 1024;

const listed = z.array(z.tuple([z.string().min(1), z.base64()]));

/** Packs a content folder. @returns null when its files are no longer those of the version */
export async function packContent(dir: string, version: string): Promise<Buffer | null> {
  const read = filesWithVersion(dir);
  if (read.version !== version) return null;
  const names = read.files.map(([name, bytes]) => [name, bytes.toString('base64')]);
  return promisify(gzip)(JSON.stringify(names));
}

/** Unpacks a content folder to where it can be loaded from; end it with `remove`. */
export async function unpackContent(
  packed: Uint8Array,
): Promise<{ dir: string; remove: () => Promise<void> }> {
  const text = await promisify(gunzip)(packed, { maxOutputLength: MOST_BYTES });
  const dir = await mkdtemp(path.join(tmpdir(), 'portal-content-'));
  const remove = () => rm(dir, { recursive: true, force: true });
  try {
    for (const [name, bytes] of listed.parse(JSON.parse(text.toString('utf8')))) {
      const file = path.join(dir, name);
      if (path.relative(dir, file).startsWith('..')) throw new Error('a file is outside of its folder');
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, Buffer.from(bytes, 'base64'));
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { dir, remove };
}
