import path from 'node:path';
import { closureOf } from './closure.ts';
import type { Mutant } from './mutant.ts';
import type { Trial } from './plan.ts';
import type { Reach } from './reach.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A run of a test file begins with loading it. */
const LOADING_MS = 60;
/** A slow machine, or a mutant that makes every test a little slower, is not a failure. */
const PATIENCE = 5;
const LEAST_PATIENCE_MS = 5_000;
/** Least patience where a database is opened, whose first start a busy machine delays most. */
const LEAST_PATIENCE_OF_SERVER_MS = 30_000;
/** Limit for a test of a file that was slow when it was measured: a mutant may have made it endless. */
const MOST_PATIENCE_MS = 60_000;
/** Limit for a survivor, besides the tests about its file: the first few files kill nearly every mutant. */
const ENOUGH_MS = 10_000;
/**
 * Limit for a survivor in the server and on screens: many protections are tested by a forging partner, whose answers
 * take time; a screen is shown and used anew in each test.
 */
const ENOUGH_OF_ROOM_MS = 30_000;

/** The test files to run for a mutant, with the likeliest and quickest first. */
export function trialsOf(mutant: Mutant, reaches: Reach[]): Trial[] {
  const found = reaches.flatMap((reach) => {
    const isAlways = reach.always.includes(mutant.id);
    const tests = Object.entries(reach.tests).flatMap(([id, reached]) =>
      isAlways || reached.includes(mutant.id) ? [id] : [],
    );
    // Loading a machine is not yet a test of it.
    const isLoadedOnly = isAlways && mutant.file.startsWith('machines/') && reach.file.startsWith('src/');
    if (tests.length === 0 || reach.failed.length > 0 || isLoadedOnly) return [];
    const costMs = LOADING_MS + (reach.ms * tests.length) / Object.keys(reach.tests).length;
    const isAbout = isTestOf(reach.file, mutant.file);
    const steps = closureOf(reach.file).get(mutant.file) ?? 1;
    return [
      { reach, tests: isAlways ? null : tests, costMs, isAbout, rank: costMs * (isAbout ? 0.1 : steps) },
    ];
  });
  const leastMs = mutant.file.startsWith('src/server/') ? LEAST_PATIENCE_OF_SERVER_MS : LEAST_PATIENCE_MS;
  const enoughMs = /^(src\/server|src\/browser|ui)\//.test(mutant.file) ? ENOUGH_OF_ROOM_MS : ENOUGH_MS;
  let costMs = 0;
  return found
    .sort((a, b) => a.rank - b.rank)
    .filter((one) => {
      const isTried = one.isAbout || costMs <= enoughMs;
      // On a busy machine the only test of a file may have cost more than enough.
      if (!one.isAbout) costMs += one.costMs;
      return isTried;
    })
    .map(({ reach, tests }) => ({
      file: path.join(root, reach.file),
      tests,
      budgetMs: Math.min(MOST_PATIENCE_MS, Math.max(leastMs, PATIENCE * reach.ms)),
    }));
}

/** True for a test of the same name, and of a screen for all beside it. */
const isTestOf = (test: string, file: string) =>
  test.includes(subjectOf(file)) ||
  (file.startsWith('ui/screens/') && path.dirname(test) === path.dirname(file));

/** Name that the tests about a file share: the machine, or the file itself. */
const subjectOf = (file: string) =>
  file.startsWith('machines/') ? (file.split('/')[1] ?? '') : path.parse(file).name;
