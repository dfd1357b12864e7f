import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RunFile, readJUnit } from './junit.ts';
import { filesIn, picturesFolder, readLedgerFiles, reportFolder } from './ledger-files.ts';
import { type Requirement, requirementsOf } from './requirements.ts';
import { sumOf, type Walked } from './sum.ts';

/** Everything that the page of a run shows. */
export type RunReport = {
  /** ISO 8601. */
  at: string;
  walked: Walked[];
  files: RunFile[];
  requirements: Requirement[];
  /** Bytes of the pictures by the name of their file. */
  pictures: ReadonlyMap<string, Buffer>;
};

const root = path.resolve(import.meta.dirname, '../..');

/** Reads the results of the last run from `model-tests/report`. */
export function gather(now: Date): RunReport {
  const junit = path.join(reportFolder, 'junit');
  return {
    at: now.toISOString(),
    walked: sumOf(readLedgerFiles()),
    files: filesIn(junit, '.xml').flatMap((name) => readJUnit(readFileSync(path.join(junit, name), 'utf8'))),
    requirements: requirementsOf(readFileSync(path.join(root, 'docs/specification.md'), 'utf8')),
    pictures: new Map(
      filesIn(picturesFolder, '.webp').map((name) => [name, readFileSync(path.join(picturesFolder, name))]),
    ),
  };
}
