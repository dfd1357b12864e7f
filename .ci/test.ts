import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provideChromium } from '#model-tests/browser/chromium.ts';
import { prepare } from '#model-tests/http/prepare.ts';

/**
 * `npm test`: the checks of the sources, then all tests, and one closing line with their number. A check counts as
 * one test, so that a failing one can be seen in the sum.
 */
const checks: [string, string[]][] = [
  ['types', ['tsc', '--noEmit']],
  ['style, mistakes and import directions', ['biome', 'check', '--error-on-warnings', '.']],
  ['unused code and dependencies', ['knip']],
];
/** Projects of vite.config.ts. Those of a group wait longer than they work, so they run side by side. */
const groups = [['unit'], ['http', 'tours'], ['browser']];

const bin = path.resolve(import.meta.dirname, '../node_modules/.bin');
const reports = mkdtempSync(path.join(tmpdir(), 'tests-'));
const total = { passed: 0, failed: 0 };

for (const [name, command] of checks) {
  const { passed, output } = await run(command, path.join(reports, 'check.log'));
  console.log(`${output}${passed ? 'ok    ' : 'FAILED'} ${name}`);
  total[passed ? 'passed' : 'failed'] += 1;
}

// Once, before several would do so at a time.
const removePrepared = await prepare();
provideChromium();

for (const group of groups) await Promise.all(group.map(runProject));
await removePrepared();

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

async function runProject(project: string): Promise<void> {
  const report = path.join(reports, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = ['vitest', 'run', '--project', project, ...reporters];
  const { passed, output } = await run(command, path.join(reports, `${project}.log`));
  console.log(output);
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  total.passed += result.numPassedTests;
  // A file that cannot be loaded fails without a failed test in it.
  total.failed += passed ? 0 : Math.max(1, result.numFailedTests);
}

/** Runs a program and answers what it has printed, which would be mixed up with that of others. */
async function run([command = '', ...args]: string[], log: string) {
  const file = createWriteStream(log);
  const child = spawn(path.join(bin, command), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const code = await new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve) => file.end(resolve));
  return { passed: code === 0, output: readFileSync(log, 'utf8') };
}
