import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import type { ContentFault } from '../types.ts';
import { type CsvRow, readCsv } from './csv-file.ts';
import { checkJson, type JsonFile, readJson } from './json-file.ts';

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

export function openFolder(dir: string): ContentFolder {
  const has = (file: string) => existsSync(join(dir, file));
  return {
    has,
    read: (file) => (has(file) ? textOf(readFileSync(join(dir, file), 'utf8')) : ''),
    readBytes: (file) => (has(file) ? readFileSync(join(dir, file)) : new Uint8Array()),
    missing: (file) => (has(file) ? [] : [{ file, line: 1, reason: 'the file is missing' }]),
    list: (folder) =>
      has(folder)
        ? readdirSync(join(dir, folder))
            .filter((name) => !name.startsWith('.'))
            .sort()
        : [],
  };
}

/** Also reads files as spreadsheet programs and old editors save them. */
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
