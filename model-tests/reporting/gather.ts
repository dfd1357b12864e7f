import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RunFile, readJUnit } from './junit.ts';
import { type KeptRun, readKeptRun } from './kept-run.ts';
import { filesIn, readLedgerFiles, reportFolder } from './ledger-files.ts';
import { type Requirement, requirementsOf } from './requirements.ts';
import { sumOf, type Walked } from './sum.ts';
import { compareFailures, type Failure, readOutcome, type TestTime } from './test-outcome.ts';

/** Everything that the pages of a run show. */
export type RunReport = {
  /** ISO 8601. */
  at: string;
  walked: Walked[];
  files: RunFile[];
  requirements: Requirement[];
  /** Number of passed tests; unsteady ones are among them. */
  passed: number;
  failures: Failure[];
  /** Tests that failed, and passed when their files were run again. */
  unsteady: Failure[];
  /** The longest tests, the longest first. */
  slowest: TestTime[];
  /** The kept run, to compare with. */
  before: KeptRun;
};

const root = path.resolve(import.meta.dirname, '../..');

const outcomeIn = (folder: string) => {
  const file = path.join(reportFolder, folder, 'tests.json');
  return existsSync(file) ? readOutcome(file, root) : null;
};

/** Reads the results of the last run from `model-tests/report`. */
export function gather(now: Date): RunReport {
  const junit = path.join(reportFolder, 'junit');
  const first = outcomeIn('junit');
  const failures = first?.failures ?? [];
  const again = outcomeIn('again');
  const { lasting, unsteady } = again
    ? compareFailures(failures, again)
    : { lasting: failures, unsteady: [] };
  return {
    at: now.toISOString(),
    walked: sumOf(readLedgerFiles()),
    files: filesIn(junit, '.xml').flatMap((name) => readJUnit(readFileSync(path.join(junit, name), 'utf8'))),
    requirements: requirementsOf(readFileSync(path.join(root, 'docs/specification.md'), 'utf8')),
    passed: (first?.passed ?? 0) + unsteady.length,
    failures: lasting,
    unsteady,
    slowest: first?.slowest ?? [],
    before: readKeptRun(),
  };
}
