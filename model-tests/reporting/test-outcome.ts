import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A test that failed; a file that could not be loaded has no test. */
export type Failure = { file: string; test: string; reason: string };

/** How long a test took. */
export type TestTime = { file: string; test: string; ms: number };

/** Number of tests that are told as the slowest. */
const SLOWEST = 20;

/** Results of a run of vitest. */
export type Outcome = {
  passed: number;
  /** Number of passed tests by project. */
  passedIn: Record<string, number>;
  failures: Failure[];
  /** Names of the tests that passed, by file. */
  passes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Seconds that each file took, in tenths. */
  seconds: ReadonlyMap<string, number>;
  /** The longest tests, the longest first. */
  slowest: TestTime[];
};

/** The used part of the reporter `json`. */
type Report = {
  numPassedTests: number;
  testResults: {
    /** Absolute path. */
    name: string;
    /** Milliseconds since 1970. */
    startTime: number;
    endTime: number;
    /** The reason why it could not be loaded, or empty. */
    message: string;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[];
      /** Milliseconds; missing in a test that was left out. */
      duration?: number;
    }[];
  }[];
};

/**
 * Reads a report of the reporter `json`.
 * @param at its file
 * @param root of the project
 * @throws Error when there is none
 */
export function readOutcome(at: string, root: string): Outcome {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(at, 'utf8')) as Report;
  const passedIn: Record<string, number> = {};
  const failures: Failure[] = [];
  const passes = new Map<string, Set<string>>();
  const seconds = new Map<string, number>();
  const times: TestTime[] = [];
  for (const { name, startTime, endTime, message, assertionResults } of testResults) {
    const file = path.relative(root, name);
    seconds.set(file, Math.round((endTime - startTime) / 100) / 10);
    if (message) failures.push({ file, test: '', reason: message });
    const passed = assertionResults.filter(({ status }) => status === 'passed');
    passedIn[projectOf(file)] = (passedIn[projectOf(file)] ?? 0) + passed.length;
    passes.set(file, new Set(passed.map(({ fullName }) => fullName)));
    for (const { status, fullName, failureMessages, duration = 0 } of assertionResults) {
      times.push({ file, test: fullName, ms: duration });
      if (status === 'failed') failures.push({ file, test: fullName, reason: failureMessages.join('\n') });
    }
  }
  return { passed: numPassedTests, passedIn, failures, passes, seconds, slowest: longest(times) };
}

const longest = (times: readonly TestTime[]): TestTime[] =>
  times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);

/** The project of a file, as in vite.config.ts; tests that need a server by folder. */
function projectOf(file: string): string {
  const folder = /^model-tests\/(http|browser)\//.exec(file)?.[1];
  return folder ?? (/^(ui|src\/browser)\/|\.tsx$/.test(file) ? 'screens' : 'unit');
}

/** Divides what failed in a run into what passed when its files were run again, and what did not. */
export function compareFailures(
  first: readonly Failure[],
  again: Pick<Outcome, 'failures' | 'passes'>,
): { lasting: Failure[]; unsteady: Failure[] } {
  const hasPassed = ({ file, test }: Failure): boolean => {
    const passes = again.passes.get(file) ?? new Set();
    if (test) return passes.has(test);
    return passes.size > 0 && !again.failures.some((it) => it.file === file);
  };
  return { lasting: first.filter((it) => !hasPassed(it)), unsteady: first.filter(hasPassed) };
}

/** Lines of a reason that are repeated at the end of the run. */
const LINES = 40;

/** @returns a failure as listed at the end of the run */
export const inWords = (word: string, { file, test, reason }: Failure): string =>
  [`${word} ${test ? `${file} > ${test}` : file}`, ...reason.split('\n').slice(0, LINES)].join('\n');
