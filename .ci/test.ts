import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm test`: the checks of the sources, then all tests, and one closing line with their number. A check counts as
 * one test, so that a failing one can be seen in the sum.
 */
const checks: [string, string[]][] = [
  ['types', ['tsc', '--noEmit']],
  ['style, mistakes and import directions', ['biome', 'check', '--error-on-warnings', '.']],
  ['unused code and dependencies', ['knip']],
];
const projects = ['unit', 'http', 'browser'];

const bin = path.resolve(import.meta.dirname, '../node_modules/.bin');
const reports = mkdtempSync(path.join(tmpdir(), 'tests-'));
const total = { passed: 0, failed: 0 };

function run([command = '', ...args]: string[]): boolean {
  return spawnSync(path.join(bin, command), args, { stdio: 'inherit' }).status === 0;
}

for (const [name, command] of checks) {
  const passed = run(command);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}`);
  total[passed ? 'passed' : 'failed'] += 1;
}

for (const project of projects) {
  const report = path.join(reports, `${project}.json`);
  const passed = run([
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  total.passed += result.numPassedTests;
  // A file that cannot be loaded fails without a failed test in it.
  total.failed += passed ? 0 : Math.max(1, result.numFailedTests);
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
