import { spawn } from 'node:child_process';
import path from 'node:path';
import { slowUnitTests } from '#model-tests/slow-unit-tests.ts';

/**
 * `npm run test:fast`, while one works: types, and the unit tests without the slow ones. Further arguments go to vitest,
 * e.g. `npm run test:fast -- --changed` for only what the uncommitted changes reach, or a folder.
 */
const bin = path.resolve(import.meta.dirname, '../node_modules/.bin');

const run = (command: string, ...args: string[]) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(path.join(bin, command), args, { stdio: 'inherit' });
    child.once('close', (code) => resolve(code === 0));
  });

const isWellTyped = run('tsc', '--noEmit');
const excluded = slowUnitTests.flatMap((file) => ['--exclude', file]);
const passes = run(
  'vitest',
  'run',
  '--project',
  'unit',
  '--reporter=dot',
  ...excluded,
  ...process.argv.slice(2),
);
const results = await Promise.all([isWellTyped, passes]);
process.exit(results.every(Boolean) ? 0 : 1);
