import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LedgerFile } from './shape.ts';

/** Folder with the results of a run; not part of the sources. */
export const reportFolder = path.resolve(import.meta.dirname, '../report');

/** Folder with the pictures, by the names in `SeenState`. */
export const picturesFolder = path.join(reportFolder, 'pictures');

const ledgerFolder = path.join(reportFolder, 'ledger');

/** Writes the walk of a test, and replaces that of an earlier run; a walk of broken code (mutants) tells nothing. */
export function writeLedgerFile(file: LedgerFile, folder = ledgerFolder): void {
  if (process.env.MUTANTS_PLAN) return;
  mkdirSync(folder, { recursive: true });
  const test = path.basename(file.test).replace(/\.test\.tsx?$/, '');
  writeFileSync(path.join(folder, `${file.layer}-${file.machine}-${test}.json`), JSON.stringify(file));
}

/** Names of the files in a folder with this ending, in order; none without the folder. */
export const filesIn = (folder: string, ending: string): string[] =>
  globSync(`*${ending}`, { cwd: folder }).sort();

/** Everything that the tests of the last run have walked; empty before the first one. */
export function readLedgerFiles(folder = ledgerFolder): LedgerFile[] {
  return filesIn(folder, '.json').map(
    (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as LedgerFile,
  );
}
