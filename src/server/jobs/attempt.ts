import type { ServerContext } from '#server/context.ts';
import { DatabaseUnavailable, ranIntoItsLimit } from '#server/storage/database-unavailable.ts';

/**
 * Runs one of many pieces of work. A failure is logged and left for the next run, so that one broken row does not
 * stop the others.
 * @param about subject of the work, for the log
 * @throws DatabaseUnavailable because the others would also fail; not when only this statement took too long
 */
export async function attempt(
  { log }: Pick<ServerContext, 'log'>,
  about: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    if (err instanceof DatabaseUnavailable && !ranIntoItsLimit(err)) throw err;
    log.error({ ...about, err }, 'left for the next time');
  }
}
