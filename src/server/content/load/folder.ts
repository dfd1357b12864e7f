import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type * as z from 'zod';
import { thisUser } from '#server/this-user.ts';
import type { ContentFault } from '../types.ts';
import { type CsvRow, readCsv } from './csv-file.ts';
import { checkJson, type JsonFile, readJson } from './json-file.ts';
import { identifier } from './schemas.ts';

/** The content folder; every path is relative to it, with slashes, and appears like that in faults. */
export type ContentFolder = {
  /** The text of a file, without byte order mark and with lines ended by \n; empty when it is missing. */
  read(file: string): string;
  /** The bytes of a file, for pictures; empty when it is missing. */
  readBytes(file: string): Uint8Array;
  has(file: string): boolean;
  /** The fault of a missing file, or nothing. */
  missing(file: string): ContentFault[];
  /** Names in a folder, sorted, without hidden ones. */
  list(folder: string): string[];
};

/** A folder that remembers each question and its answer, because files may change while they are read. */
export type ReadFolder = ContentFolder & {
  /** Hash (hex) of all files and their names without hidden ones, of the bytes that were read. */
  version(): string;
  /** Whether no file has changed since it was read, so that content from before and after a change is never mixed. */
  isAsRead(): boolean;
};

/** Opens a content folder. @throws ContentUnreadable here for the folder itself, and in each question for what is in it */
export function openFolder(dir: string): ReadFolder {
  // First, so that the folder is named, and not one of its files.
  namesIfThere(dir);
  /** Each question, with a hash of its answer. */
  const seen = new Map<string, { hash: string; ask: () => string }>();
  let hasChanged = false;
  function noted<T>(question: string, ask: () => T, hashOf: (answer: T) => string): T {
    const answer = ask();
    const hash = hashOf(answer);
    const before = seen.get(question);
    if (before && before.hash !== hash) hasChanged = true;
    seen.set(question, { hash, ask: () => hashOf(ask()) });
    return answer;
  }
  const bytesOf = (file: string) => noted(file, () => bytesIfThere(join(dir, file)), hashOf);
  const has = (file: string) => noted(`? ${file}`, () => isThere(join(dir, file)), String);
  return {
    has,
    read: (file) => textOf(bytesOf(file).toString('utf8')),
    readBytes: bytesOf,
    missing: (file) => (has(file) ? [] : [{ file, line: 1, reason: 'the file is missing' }]),
    list: (folder) => noted(`in ${folder}`, () => namesIfThere(join(dir, folder)), String),
    version() {
      const files = noted('all', () => filesIn(dir), String);
      for (const file of files) if (!seen.has(file)) bytesOf(file);
      return versionOf(files.map((file) => [file, seen.get(file)?.hash]));
    },
    isAsRead: () => !hasChanged && [...seen.values()].every(({ hash, ask }) => ask() === hash),
  };
}

/** Reads all files of a content folder, without hidden ones, with the version that they make. */
export function filesWithVersion(dir: string): { version: string; files: [string, Buffer][] } {
  const files = filesIn(dir).map((file): [string, Buffer] => [file, bytesIfThere(join(dir, file))]);
  return { version: versionOf(files.map(([file, bytes]) => [file, hashOf(bytes)])), files };
}

function versionOf(hashes: readonly (readonly [file: string, hash: string | undefined])[]): string {
  const hash = createHash('sha256');
  for (const [file, of] of hashes) hash.update(`${file}\0${of}\0`);
  return hash.digest('hex');
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

function bytesIfThere(file: string): Buffer {
  return whileThere(file, () => readFileSync(file)) ?? Buffer.alloc(0);
}

function namesIfThere(folder: string): string[] {
  return (whileThere(folder, () => readdirSync(folder)) ?? []).filter((name) => !name.startsWith('.')).sort();
}

/** All files of a folder with slashes, without hidden ones, in a fixed order. */
function filesIn(dir: string): string[] {
  const entries = whileThere(dir, () => readdirSync(dir, { recursive: true, withFileTypes: true })) ?? [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)\./.test(file))
    .sort();
}

/** Whether there is a file or folder. One that may not be looked at is not taken for a missing one. */
const isThere = (file: string): boolean => whileThere(file, () => statSync(file)) !== null;

/** A file or folder that this process may not read, or that the disk does not give. */
export class ContentUnreadable extends Error {
  readonly fault: ContentFault;
  constructor(file: string, code: string) {
    const reason = `${thisUser()} cannot read it (${code})`;
    super(`${file}: ${reason}`);
    this.name = 'ContentUnreadable';
    this.fault = { file, line: 1, reason };
  }
}

/**
 * Returns null for a missing file or folder, also when it has just been removed.
 * @throws ContentUnreadable for one that cannot be read
 */
function whileThere<T>(file: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const { code, path = file } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === undefined) throw error;
    throw new ContentUnreadable(path, code);
  }
}

/** Removes the byte order mark and CRLF, which spreadsheet programs and old editors write. */
const textOf = (source: string) => source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

/** Reads a JSON file and checks it against its schema. */
export function readChecked<T>(
  folder: ContentFolder,
  file: string,
  schema: z.ZodType<T>,
):
  | { json: JsonFile; value: T; faults: [] }
  | { faults: ContentFault[]; json?: undefined; value?: undefined } {
  const missing = folder.missing(file);
  if (missing.length > 0) return { faults: missing };
  const read = readJson(file, folder.read(file));
  if ('faults' in read) return read;
  const checked = checkJson(read.json, schema);
  return 'faults' in checked ? checked : { json: read.json, value: checked.value, faults: [] };
}

/** Reads a CSV file with the given header. */
export function readTable<C extends string>(
  folder: ContentFolder,
  file: string,
  columns: readonly C[],
): { rows: CsvRow<C>[]; faults: ContentFault[] } {
  const missing = folder.missing(file);
  return missing.length > 0 ? { rows: [], faults: missing } : readCsv(file, folder.read(file), columns);
}

/** The fault of an entry of a folder that has no allowed name, or nothing. */
export const nameFaults = (file: string, name: string): ContentFault[] =>
  identifier.safeParse(name).success
    ? []
    : [{ file, line: 1, reason: 'only small letters, digits and hyphens' }];
