import type { FastifyBaseLogger } from 'fastify';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable, databaseFault } from './database-unavailable.ts';
import { presence } from './presence.ts';

/** Time limits towards PostgreSQL (docs/operations.md). */
const limits = {
  /** To get a connection: a new one, or one that others use. */
  connectionTimeoutMillis: 5_000,
  /** After which the server gives up a statement, which is then known to have had no effect. */
  statement_timeout: 8_000,
  /** After which nobody waits for a server that does not even report this: its connection is closed. */
  query_timeout: 10_000,
  /** For a transaction whose client has gone silent: it must not hold its locks. */
  idle_in_transaction_session_timeout: 15_000,
} as const;

/** Detects connections that broke silently while nobody used them. */
const watched = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Settings of the job queue's own connections: its statements may take longer, nobody waits for them. */
export const jobConnections = {
  connectionTimeoutMillis: limits.connectionTimeoutMillis,
  query_timeout: 30_000,
  ...watched,
} as const;

/**
 * Connections to PostgreSQL that may break at any time without ending the server. A broken one is closed and replaced;
 * while no new one can be opened, it is tried again with growing pauses, and queries in between fail at once because
 * the database is unavailable.
 */
export function openPool(
  databaseUrl: string,
  log: FastifyBaseLogger,
  changed: Partial<Record<keyof typeof limits, number>> = {},
): PostgresPool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, ...limits, ...changed, ...watched });
  const database = presence(log);
  // The pool listens only while nobody uses a connection. One that breaks in use reports it at its next use.
  pool.on('connect', (client) => client.on('error', () => {}));
  // A connection that broke while nobody used it; pg has already closed it.
  pool.on('error', (error) => log.debug({ err: error }, 'a connection to the database broke'));
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const mustConnect = pool.idleCount === 0 && pool.totalCount < pool.options.max;
      if (mustConnect && database.isPausing()) throw new DatabaseUnavailable('away');
      try {
        const client = await pool.connect();
        database.noteAnswer();
        return limited(client);
      } catch (error) {
        if (mustConnect) database.noteFailure(error);
        throw databaseFault(error).fault;
      }
    },
  };
}

/** A connection that is released as broken once it has broken or left a statement unanswered. */
function limited(client: pg.PoolClient): PostgresPoolClient {
  let lost: unknown = null;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (lost !== null) throw new DatabaseUnavailable('the connection is lost', { cause: lost });
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      const { fault, connectionIsLost } = databaseFault(error);
      if (connectionIsLost) lost ??= error;
      throw fault;
    }
  };
  return {
    // Its other form, with a cursor, is only used when a cursor is configured.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || lost !== null),
  };
}
