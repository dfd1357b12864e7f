import type { FastifyBaseLogger } from 'fastify';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable, databaseFault } from './database-unavailable.ts';
import { presence } from './presence.ts';

/** Time limits towards PostgreSQL (docs/operations.md). */
const limits = {
  /** For a connection: a new one, or one that others use. */
  connectionTimeoutMillis: 5_000,
  /** After which the server gives up a statement, so that it is known to have had no effect. */
  statement_timeout: 8_000,
  /** After which nobody waits for a server that does not even say so: its connection is closed. */
  query_timeout: 10_000,
  /** For a transaction whose service has gone silent: it must not hold its locks. */
  idle_in_transaction_session_timeout: 15_000,
} as const;

/** Finds connections that broke without a word while nobody used them. */
const watched = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** What the job queue's own connections get: its statements may take longer, nobody waits for them. */
export const jobConnections = {
  connectionTimeoutMillis: limits.connectionTimeoutMillis,
  query_timeout: 30_000,
  ...watched,
} as const;

/**
 * Connections to PostgreSQL that may break at any time: none of it ends the service. A broken one is closed and
 * replaced; while no new one can be had, it is tried with growing pauses, and whoever asks in between hears at once
 * that the database is away.
 */
export function openPool(
  databaseUrl: string,
  log: FastifyBaseLogger,
  changed: Partial<Record<keyof typeof limits, number>> = {},
): PostgresPool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, ...limits, ...changed, ...watched });
  const database = presence(log);
  // The pool listens only while nobody uses a connection. One that breaks in use says so when it is used next.
  pool.on('connect', (client) => client.on('error', () => {}));
  // A connection that broke while nobody used it; pg has closed it already.
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

/** A connection that is given back as broken once it has broken or left a statement without an answer. */
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
    // Its other form, with a cursor, is only used where a cursor is configured.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || lost !== null),
  };
}
