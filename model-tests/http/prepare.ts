import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStorage } from '#server/storage/database.ts';
import { buildWhenChanged } from '#stand-ins/build.ts';
import { startPartners } from '#stand-ins/partners.ts';
import { bundleServer } from './server-bundle.ts';

/**
 * Creates once per test run what takes seconds each time: the build, the server in few files, an empty database,
 * the partners' keys. The servers of the tests start with copies (portal.ts). Projects that run at the same time share the result.
 */
export async function prepare(): Promise<() => Promise<void>> {
  if (process.env.PREPARED) return async () => undefined;
  await buildWhenChanged();
  const folder = await mkdtemp(path.join(tmpdir(), 'prepared-'));
  await symlink(await bundleServer(), path.join(folder, 'server'));
  const storage = await openStorage({ dataDir: path.join(folder, 'data') });
  await storage.close();
  const partners = await startPartners({
    stateDir: path.join(folder, 'partners'),
    contentDir: 'content',
    portalUrl: 'http://localhost',
    acceptAfterMs: 0,
  });
  await partners.close();
  process.env.PREPARED = folder;
  return () => rm(folder, { recursive: true, force: true });
}

export default prepare;
