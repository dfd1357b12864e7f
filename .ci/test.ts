import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { provideChromium } from '#model-tests/browser/chromium.ts';
import { prepare } from '#model-tests/http/prepare.ts';

/**
 * `npm test`: the checks of the sources, then all tests, and one closing line with their number. A check counts as
 * one test, so that a failing one can be seen in the sum. The order and the reasons: docs/testing.md.
 */
const checks: [string, string[]][] = [
  ['types', ['tsc', '--noEmit']],
  ['style, mistakes and import directions', ['biome', 'check', '--error-on-warnings', '.']],
  ['unused code and dependencies', ['knip']],
];

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, 'model-tests/report');
const results = path.join(reports, 'junit/results.json');
const total = { passed: 0, failed: 0 };
/** Repeated at the end, where they are found without a search. */
const failures: string[] = [];
/** Lines of a failure that are repeated. */
const REPEATED_LINES = 40;

// What an earlier run has left must not be taken for this one's.
for (const folder of ['junit', 'ledger', 'pictures', 'index.html']) {
  rmSync(path.join(reports, folder), { recursive: true, force: true });
}
mkdirSync(path.join(reports, 'junit'), { recursive: true });

// A core for each.
await Promise.all([prepare(), runChecks()]);
provideChromium();
await runTests();

const sample = ['model-tests/mutants/cli.ts', '--quick', '--sample', '60'];
await runCheck('a sample of the mutants', ['node', ...sample]);
await runCheck('report of the run', ['node', 'model-tests/reporting/cli.ts']);

for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

async function runChecks(): Promise<void> {
  for (const [name, command] of checks) await runCheck(name, command);
}

async function runCheck(name: string, [command = '', ...args]: string[]): Promise<void> {
  const child = start(command, args, 'pipe');
  const [out, errors, code] = await Promise.all([text(child.stdout!), text(child.stderr!), endOf(child)]);
  console.log(`${out}${errors}${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  total[code === 0 ? 'passed' : 'failed'] += 1;
  if (code !== 0) failures.push(`FAILED ${name}`);
}

/** All projects in one run, so that the files of one fill the pauses of the others. */
async function runTests(): Promise<void> {
  const reporters = ['default', 'json', 'junit'].map((name) => `--reporter=${name}`);
  const junit = path.join(reports, 'junit/tests.xml');
  const files = [`--outputFile.json=${results}`, `--outputFile.junit=${junit}`];
  const code = await endOf(start('vitest', ['run', ...reporters, ...files], 'inherit'));
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(results, 'utf8'),
  ) as Results;
  for (const [project, count] of Object.entries(passedByProject(testResults))) {
    console.log(`${project}: ${count} passed`);
  }
  total.passed += numPassedTests;
  for (const { name, message, assertionResults } of testResults) {
    const file = path.relative(root, name);
    if (message) failures.push(`FAILED ${file}\n${firstLines(message)}`);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status !== 'failed') continue;
      failures.push(`FAILED ${file} > ${fullName}\n${firstLines(failureMessages.join('\n'))}`);
    }
  }
  // A file that cannot be loaded fails without a failed test in it.
  total.failed += code === 0 ? 0 : Math.max(1, numFailedTests);
}

/** What is used of the reporter `json`. */
type Results = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    /** Absolute path. */
    name: string;
    /** Why it could not be loaded, or empty. */
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

const firstLines = (message: string): string => message.split('\n').slice(0, REPEATED_LINES).join('\n');

function passedByProject(files: Results['testResults']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, assertionResults } of files) {
    const project = projectOf(path.relative(root, name));
    const passed = assertionResults.filter(({ status }) => status === 'passed');
    counts[project] = (counts[project] ?? 0) + passed.length;
  }
  return counts;
}

/** As vite.config.ts divides the files. */
function projectOf(file: string): string {
  const service = /^model-tests\/(http|browser)\//.exec(file)?.[1];
  return service ?? (/^(ui|src\/browser)\/|\.tsx$/.test(file) ? 'screens' : 'unit');
}

function start(command: string, args: string[], output: 'pipe' | 'inherit') {
  const program = path.join(root, 'node_modules/.bin', command);
  return spawn(program, args, { cwd: root, stdio: ['ignore', output, output] });
}

/** @returns the exit code; null when a signal ended it */
function endOf(child: ReturnType<typeof start>): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}
