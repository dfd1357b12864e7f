import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openStorage } from '#server/storage/database.ts';
import { buildWhenChanged, hashOf } from '#stand-ins/build.ts';
import { readContent, startPartners } from '#stand-ins/partners.ts';
import { bundleServer } from './server-bundle.ts';

/** Below node_modules, so that the bundle finds libraries outside of it. */
const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache');
const sources = [
  'package-lock.json',
  '{locales,machines,ui,src}/**/*',
  'model-tests/http/{*-server,server-bundle*,prepare}.ts',
];
const DAY_MS = 24 * 3_600_000;

/**
 * Creates what takes seconds each time: the build, the server in few files, an empty database, the partners' keys. The
 * servers of the tests start with copies (portal.ts). Later runs use them as well, until a source changes.
 */
export async function prepare(): Promise<void> {
  if (process.env.PREPARED) return;
  await buildWhenChanged();
  const folder = path.join(cache, `prepared-${await hashOf(sources)}`);
  if (!existsSync(folder)) await create(folder);
  process.env.PREPARED = folder;
}

export default prepare;

async function create(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  await removeOld();
  const made = await mkdtemp(path.join(cache, 'preparing-'));
  await bundleServer(path.join(made, 'server'));
  const storage = await openStorage({ dataDir: path.join(made, 'data') });
  await storage.close();
  const partners = await startPartners({
    stateDir: path.join(made, 'partners'),
    content: readContent('content'),
    portalUrl: 'http://localhost',
    acceptAfterMs: 0,
  });
  await partners.close();
  // Another run may have made the same folder meanwhile.
  await rename(made, folder).catch(() => rm(made, { recursive: true }));
}

/** Removes old folders; other runs may still use younger ones. */
async function removeOld(): Promise<void> {
  for await (const name of glob('prepar{ed,ing}-*', { cwd: cache })) {
    const folder = path.join(cache, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}
