import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { hashOf } from '#stand-ins/build.ts';

const root = path.resolve(import.meta.dirname, '../..');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');
const config = path.join(import.meta.dirname, 'server-bundle.config.ts');
/** Below node_modules, so that libraries outside the bundle are found. */
const cache = path.join(root, 'node_modules/.cache');
const sources = [
  'package-lock.json',
  '{locales,machines,ui}/**/*',
  'src/**/*',
  'model-tests/http/*-server.ts',
  'model-tests/http/server-bundle.config.ts',
];
const DAY_MS = 24 * 3_600_000;

/**
 * Bundles the server when its sources differ from those of earlier bundles: half of the time of a start would be spent
 * on finding its 1600 modules.
 * @returns folder with a file for each script
 */
export async function bundleServer(): Promise<string> {
  const folder = path.join(cache, `server-${await hashOf(sources)}`);
  if (existsSync(folder)) return folder;
  await removeOld();
  const made = await mkdtemp(path.join(cache, 'bundling-'));
  // A process of its own: bundlers set NODE_ENV.
  const options = ['--config', config, '--outDir', made, '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], { cwd: root });
  // Another run may have made the same meanwhile.
  await rename(made, folder).catch(() => rm(made, { recursive: true }));
  return folder;
}

/** Where the bundle has a script. */
export const inBundle = (folder: string, script: string): string =>
  path.join(folder, `${path.basename(script, '.ts')}.js`);

/** Other runs may still use what is younger. */
async function removeOld(): Promise<void> {
  for await (const name of glob('{server,bundling}-*', { cwd: cache })) {
    const folder = path.join(cache, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
