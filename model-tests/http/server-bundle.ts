import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');
const config = path.join(import.meta.dirname, 'server-bundle.config.ts');

/**
 * Bundles the server and its scripts of the tests into few files: half of the time of a start would be spent on finding
 * 1600 modules.
 */
export async function bundleServer(folder: string): Promise<void> {
  const options = ['--config', config, '--outDir', folder, '--logLevel', 'warn'];
  // Runs in a process of its own, as bundlers set NODE_ENV.
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], { cwd: root });
}

/** Path of a script in the bundle. */
export const inBundle = (folder: string, script: string): string =>
  path.join(folder, `${path.basename(script, '.ts')}.js`);
