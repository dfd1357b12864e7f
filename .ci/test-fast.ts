import { spawn } from 'node:child_process';
import path from 'node:path';
import '#server/closed-pipe.ts';

/**
 * `npm run test:fast`, for use during work: types, and the unit tests without the slow ones. Further arguments go to
 * vitest, e.g. a folder, or `npm run test:fast -- --changed` for only what the uncommitted changes reach.
 */
const bin = path.resolve(import.meta.dirname, '../node_modules/.bin');

const run = (command: string, args: string[]) =>
  new Promise<boolean>((resolve) => {
    const env = { ...process.env, WITHOUT_SLOW_TESTS: '1' };
    const child = spawn(path.join(bin, command), args, { stdio: 'inherit', env });
    child.once('close', (code) => resolve(code === 0));
  });

const projects = ['unit', 'screens'].flatMap((name) => ['--project', name]);
const results = await Promise.all([
  run('tsc', ['--noEmit']),
  run('vitest', ['run', ...projects, '--reporter=dot', ...process.argv.slice(2)]),
]);
process.exit(results.every(Boolean) ? 0 : 1);
