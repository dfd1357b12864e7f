import '#server/closed-pipe.ts';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { makeRelease } from './make-release.ts';

/**
 * `npm run release [folder]`: builds the pages, and makes the folder of a release, by default `build/release`. It
 * prints the megabytes that it has.
 */
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.resolve(process.argv[2] ?? path.join(root, 'build/release'));

execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
  cwd: root,
  env: { ...process.env, NODE_ENV: 'production' },
  stdio: 'inherit',
});
await makeRelease(folder, commit());
const [megabytes] = execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t');
console.log(`${folder}: ${megabytes} MB`);

/** The commit that `COMMIT` names, otherwise that of the folder; null outside Git. */
function commit(): string | null {
  if (process.env.COMMIT) return process.env.COMMIT;
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio,
    }).trim();
  } catch {
    return null;
  }
}
