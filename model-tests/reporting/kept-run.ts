import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Failure, Outcome } from './test-outcome.ts';

/** A test that failed and passed when its file was run again. */
export type Unsteady = {
  file: string;
  test: string;
  /** ISO 8601 date. */
  on: string;
};

/**
 * Facts of a whole run that are kept for the next ones: by them the longest files begin first, shards are dealt, the report
 * compares, and a test that is unsteady again fails.
 */
export type KeptRun = {
  /** ISO 8601 date of the run. */
  on: string;
  /** Seconds that each file took beside the others. */
  seconds: Record<string, number>;
  /** Number of passed tests of each file. */
  tests: Record<string, number>;
  /** Unsteady tests of this and earlier runs, the latest first. */
  unsteady: Unsteady[];
};

const none: KeptRun = { on: '', seconds: {}, tests: {}, unsteady: [] };

/** The kept run, committed with the sources (`npm run report -- --keep`). */
export const keptFile = path.resolve(import.meta.dirname, '../kept-run.json');

/** Days for which a test that was unsteady may not be unsteady again. */
export const UNSTEADY_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** @returns what is kept in a file; nothing without it */
export const readKeptRun = (file = keptFile): KeptRun =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptRun) : none;

/** Writes a file for reviews: one line an entry, in order. */
export function writeKeptRun(run: KeptRun, file = keptFile): void {
  writeFileSync(file, `${JSON.stringify(run, null, 1)}\n`);
}

const sorted = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Unsteady entries that are young enough to count. */
const younger = (entries: readonly Unsteady[], now: Date): Unsteady[] =>
  entries.filter(({ on }) => now.getTime() - Date.parse(on) <= UNSTEADY_DAYS * DAY_MS);

/**
 * Returns the facts to keep after a run. Files that were not in it keep their figures.
 * @param exists false for a file that is gone
 */
export function keptAfter(
  before: KeptRun,
  run: { outcome: Outcome; unsteady: readonly Failure[]; now: Date },
  exists: (file: string) => boolean,
): KeptRun {
  const { outcome, unsteady, now } = run;
  const on = now.toISOString().slice(0, 10);
  const merged = <T>(old: Record<string, T>, fresh: Iterable<[string, T]>) =>
    sorted(Object.entries({ ...old, ...Object.fromEntries(fresh) }).filter(([file]) => exists(file)));
  const counts = [...outcome.passes].map(([file, passes]): [string, number] => [file, passes.size]);
  return {
    on,
    seconds: merged(before.seconds, outcome.seconds),
    tests: merged(before.tests, counts),
    unsteady: [
      ...unsteady.map(({ file, test }) => ({ file, test, on })),
      ...younger(before.unsteady, now).filter(({ file }) => exists(file)),
    ],
  };
}

/** Divides unsteady tests into those that are so for the first time, and those that were so lately: these fail. */
export function repeatedly(
  unsteady: readonly Failure[],
  kept: KeptRun,
  now: Date,
): { first: Failure[]; again: Failure[] } {
  const known = younger(kept.unsteady, now);
  const isKnown = ({ file, test }: Failure) => known.some((it) => it.file === file && it.test === test);
  return { first: unsteady.filter((it) => !isKnown(it)), again: unsteady.filter(isKnown) };
}
