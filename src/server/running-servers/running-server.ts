import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/storage/database.ts';
import type { ServerFacts } from '#server/storage/tables.ts';
import { forgetServer, type RunningServer, writeServer } from './row.ts';

/** Time after which operators see what has changed at another server. */
const EVERY_MS = 3_000;

/**
 * Tells operators at every server how this one stands, through the database, from now on.
 * @param facts returns how it stands now
 * @returns takes it off the list, before the database is closed
 */
export function tellOperators(
  db: Database,
  {
    id,
    name,
    facts,
    log,
  }: Omit<RunningServer, 'facts'> & {
    facts: () => Promise<ServerFacts>;
    log: Pick<FastifyBaseLogger, 'debug'>;
  },
): () => Promise<void> {
  const stopping = new AbortController();
  const loop = async () => {
    await forgetServer(db, { name });
    while (!stopping.signal.aborted) {
      // The log reports once that the database is away (storage/presence.ts).
      await write().catch((err) => log.debug({ err }, 'how this server stands was not written'));
      await pause(EVERY_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
    }
  };
  const write = async () => {
    const present = await facts();
    if (!stopping.signal.aborted) await writeServer(db, { id, name, facts: present });
  };
  const looping = loop().catch((err) => log.debug({ err }, 'servers that were replaced are still listed'));
  return async () => {
    stopping.abort();
    await looping;
    // While the database is away it stays on the list, until the next start under its name.
    await forgetServer(db, { id }).catch((err) => log.debug({ err }, 'this server is still listed'));
  };
}
