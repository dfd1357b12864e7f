import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');
const stamp = path.join(root, 'dist/sources.sha256');
const renderers = path.join(root, 'dist-server');
const sources = [
  'vite.config.ts',
  'package-lock.json',
  '{locales,machines,ui,public}/**/*',
  'src/{browser,contract,domain,forms}/**/*',
];

/** Builds the browser application if its sources differ from those of the last build. Returns true if it did. */
export async function buildWhenChanged(): Promise<boolean> {
  // What workflows remember is shown on a developer's own machine, in a build of its own (src/contract/shown-context.ts).
  const mode = process.env.SHOW_CONTEXT === '1' ? ['--mode', 'context'] : [];
  const hash = [await hashOf(sources), ...mode].join(' ');
  const isThere = existsSync(stamp) && existsSync(renderers);
  if (isThere && readFileSync(stamp, 'utf8') === hash) return false;
  // Runs in a process of its own: settings for tests must not end up in the application.
  await promisify(execFile)(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn', ...mode], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await writeFile(stamp, hash);
  return true;
}

/** Hash of the files that these patterns find below the project's folder, but tests. */
export async function hashOf(patterns: string[]): Promise<string> {
  const hash = createHash('sha256');
  const entries = await Array.fromAsync(glob(patterns, { cwd: root, withFileTypes: true }));
  const files = entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`${path.relative(root, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}
