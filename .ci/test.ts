import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import '#server/closed-pipe.ts';
import { provideChromium } from '#model-tests/browser/chromium.ts';
import { prepare } from '#model-tests/http/prepare.ts';
import {
  keptAfter,
  readKeptRun,
  repeatedly,
  UNSTEADY_DAYS,
  writeKeptRun,
} from '#model-tests/reporting/kept-run.ts';
import { compareFailures, inWords, readOutcome } from '#model-tests/reporting/test-outcome.ts';
import { restOfTests, sweeps } from '#model-tests/rest-of-tests.ts';

/**
 * `npm test`: the checks of the sources, then the tests that decide at once, and one closing line with their number.
 * `npm run test:rest` (`--rest`): the others. `--all`, before a merge (.ci/run): both, in one queue. A check counts as
 * one test, so that a failing one can be seen in the sum. The order and the reasons: docs/testing.md.
 */
const isRest = process.argv.includes('--rest');
const isAll = process.argv.includes('--all');

const checks: [string, string[]][] = [
  ['types', ['tsc', '--noEmit']],
  ['style, mistakes and import directions', ['biome', 'check', '--error-on-warnings', '.']],
  ['unused code and dependencies', ['knip']],
];

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, 'model-tests/report');
const total = { passed: 0, failed: 0 };
/** Failures, printed at the end, where they are easy to find. */
const endings: string[] = [];
/** More files do not fail by chance. */
const MOST_FILES_AGAIN = 8;

// Results of an earlier run must not be taken for those of this one.
for (const folder of ['junit', 'again', 'ledger', 'pictures', 'walked', 'pages', 'index.html', 'run.json']) {
  rmSync(path.join(reports, folder), { recursive: true, force: true });
}
mkdirSync(path.join(reports, 'junit'), { recursive: true });

// A core for each.
await Promise.all([prepare(), isRest ? undefined : runChecks()]);
provideChromium();
// The sample fills the pauses of tests that wait.
const sample = ['model-tests/mutants/cli.ts', '--quick', '--sample', '60'];
await Promise.all([
  runTests(),
  isRest ? undefined : runCheck('a sample of the mutants', ['node', ...sample]),
]);
await runCheck('report of the run', ['node', 'model-tests/reporting/cli.ts']);

for (const ending of endings) console.log(`\n${ending}`);
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
  if (code !== 0) endings.push(`FAILED ${name}`);
}

/**
 * Runs all projects together, so that the files of one fill the pauses of the others. A few files that fail are run
 * again, one after the other. Tests that pass then are unsteady: they are reported but stop nobody
 * (docs/decisions/0044-unsteady-tests.md).
 */
async function runTests(): Promise<void> {
  const first = await runVitest('junit', isRest ? [...restOfTests, ...sweeps] : []);
  for (const [project, count] of Object.entries(first.passedIn)) console.log(`${project}: ${count} passed`);
  total.passed += first.passed;
  const files = [...new Set(first.failures.map(({ file }) => file))];
  const isAgain = files.length > 0 && files.length <= MOST_FILES_AGAIN;
  const again = isAgain ? await runVitest('again', files) : first;
  const { lasting, unsteady } = compareFailures(first.failures, again);
  const [kept, now] = [readKeptRun(), new Date()];
  const twice = repeatedly(unsteady, kept, now);
  endings.push(
    ...twice.first.map((it) => inWords('UNSTEADY', it)),
    ...twice.again.map((it) => inWords(`UNSTEADY for the second time in ${UNSTEADY_DAYS} days, FAILED`, it)),
    ...lasting.map((it) => inWords('FAILED', it)),
  );
  total.passed += twice.first.length;
  // Faults outside of all tests fail the run as well.
  total.failed += twice.again.length + (first.hasEndedWell || first.failures.length > 0 ? lasting.length : 1);
  const isThere = (file: string) => existsSync(path.join(root, file));
  writeKeptRun(keptAfter(kept, { outcome: first, unsteady, now }, isThere), path.join(reports, 'run.json'));
}

/** @param folder of the reports that it leaves */
async function runVitest(folder: string, files: readonly string[] = []) {
  const json = path.join(reports, folder, 'tests.json');
  const junit = path.join(reports, folder, 'tests.xml');
  const outputs = [`--outputFile.json=${json}`, `--outputFile.junit=${junit}`];
  const reporters = ['default', 'json', 'junit'].map((reporter) => `--reporter=${reporter}`);
  const alone = folder === 'again' ? ['--maxWorkers=1'] : [];
  const code = await endOf(start('vitest', ['run', ...files, ...alone, ...reporters, ...outputs], 'inherit'));
  return { ...readOutcome(json, root), hasEndedWell: code === 0 };
}

function start(command: string, args: string[], output: 'pipe' | 'inherit') {
  const program = path.join(root, 'node_modules/.bin', command);
  const env = { ...process.env, ...(!isRest && !isAll && { WITHOUT_REST_OF_TESTS: '1' }) };
  return spawn(program, args, { cwd: root, env, stdio: ['ignore', output, output] });
}

/** @returns the exit code; null when a signal ended it */
function endOf(child: ReturnType<typeof start>): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}
