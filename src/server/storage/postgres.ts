import type { FastifyBaseLogger } from 'fastify';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { connectionTo } from './connection.ts';
import { DatabaseUnavailable, databaseFault, wantsForRoom } from './database-unavailable.ts';
import { beginningWith, type Settings } from './pooled.ts';
import { presence } from './presence.ts';

/** Time limits towards PostgreSQL (docs/operations.md). */
const limits = {
  /** Wait for a connection: a new one, or one that others use. */
  connectionTimeoutMillis: 5_000,
  /** Limit after which the server gives up a statement, which then had no effect. */
  statement_timeout: 8_000,
  /** Limit after which a connection is closed whose server does not even report that. */
  query_timeout: 10_000,
  /** Limit for a transaction whose client has gone silent, so that it does not keep its locks. */
  idle_in_transaction_session_timeout: 15_000,
} as const;

/** Limits that PostgreSQL keeps, as settings of a connection or of a transaction. */
export const ownLimits = {
  statement_timeout: limits.statement_timeout,
  idle_in_transaction_session_timeout: limits.idle_in_transaction_session_timeout,
} as const;

/** Detects connections that broke silently while nobody used them. */
const watched = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Settings of the job queue's own connections. Its statements may take longer, because nobody waits for them. */
export const jobConnections = {
  connectionTimeoutMillis: limits.connectionTimeoutMillis,
  query_timeout: 30_000,
  ...watched,
} as const;

/** Connections in use and free, and calls that wait for one. */
export type PoolCounts = Record<'used' | 'idle' | 'waiting', number>;

/**
 * Opens connections to PostgreSQL that may break at any time without ending the server. A broken one is closed and
 * replaced. While no new one can be opened, attempts follow with growing pauses, and queries in between fail
 * immediately because the database is unavailable.
 * `refusedForRoom` returns how often the database has refused something since then because it lacked disk, memory or
 * connections.
 * @param address returns the address; its password may change meanwhile
 * @param changed other limits, and what a connection begins with
 * @param pooled what each transaction begins with, where a pooler gives each another connection; null without one
 */
export function openPool(
  address: () => string,
  log: FastifyBaseLogger,
  changed: Partial<Record<keyof typeof limits, number>> & { options?: string } = {},
  pooled: Settings | null = null,
): PostgresPool & { counts: () => PoolCounts; refusedForRoom: () => number } {
  const { connectionTimeoutMillis, query_timeout } = limits;
  // A pooler refuses settings of a connection, which others get after its transaction.
  const kept = pooled === null ? limits : { connectionTimeoutMillis, query_timeout };
  const pool = new pg.Pool({ ...connectionTo(address), max: 10, ...kept, ...changed, ...watched });
  const database = presence(log);
  let refusedForRoom = 0;
  const faultOf = (error: unknown) => {
    const found = databaseFault(error);
    if (wantsForRoom(found.fault)) refusedForRoom += 1;
    return found;
  };
  // The pool listens only to idle connections. A connection that breaks in use reports it at its next use.
  pool.on('connect', (client) => client.on('error', () => {}));
  // An idle connection broke; pg has already closed it.
  pool.on('error', (error) => log.debug({ err: error }, 'a connection to the database broke'));
  return {
    options: pool.options,
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    refusedForRoom: () => refusedForRoom,
    end: () => pool.end(),
    connect: async () => {
      const mustConnect = pool.idleCount === 0 && pool.totalCount < pool.options.max;
      if (mustConnect && database.isPausing()) throw new DatabaseUnavailable('away');
      try {
        const client = await pool.connect();
        database.noteAnswer();
        const only = limited(client, faultOf);
        return pooled === null ? only : beginningWith(only, pooled);
      } catch (error) {
        if (mustConnect) database.noteFailure(error);
        throw unavailable(error, faultOf);
      }
    },
  };
}

/** Returns the fault of a connection that cannot be opened, for whatever reason: whoever asks can try again. */
function unavailable(error: unknown, faultOf: typeof databaseFault): DatabaseUnavailable {
  const { fault } = faultOf(error);
  if (fault instanceof DatabaseUnavailable) return fault;
  return new DatabaseUnavailable('takes no connection', { cause: error });
}

/** Wraps a connection, which is released as broken once it has broken or left a statement unanswered. */
function limited(client: pg.PoolClient, faultOf: typeof databaseFault): PostgresPoolClient {
  let lost: unknown = null;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (lost !== null) throw new DatabaseUnavailable('the connection is lost', { cause: lost });
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      const { fault, connectionIsLost } = faultOf(error);
      if (connectionIsLost) lost ??= error;
      throw fault;
    }
  };
  return {
    // The other form, with a cursor, is only used when a cursor is configured.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || lost !== null),
  };
}
