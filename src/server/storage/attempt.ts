import type { FastifyBaseLogger } from 'fastify';
import type { Storage } from './database.ts';
import { isAway } from './is-away.ts';

/** Message about work that has failed. */
export const LEFT = 'left for the next time';

/**
 * Runs one of many pieces of work. A failure is logged and left for the next run, so that one broken row does not
 * stop the others.
 * @param about subject of the work, for the log
 * @returns whether it succeeded
 * @throws DatabaseUnavailable when the database is away, because the others would also fail
 */
export async function attempt(
  { log, storage }: { log: Pick<FastifyBaseLogger, 'error'>; storage: Pick<Storage, 'db'> },
  about: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (err) {
    if (await isAway(storage.db, err)) throw err;
    log.error({ ...about, err }, LEFT);
    return false;
  }
}
