import pg from 'pg';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';

/**
 * The database did not answer, or not in time. Work in progress may or may not have been done: a transaction that
 * lost its connection while committing counts as unknown, never as done. A retry is worth it.
 */
export class DatabaseUnavailable extends PartnerUnavailable {
  constructor(reason: string, options?: ErrorOptions) {
    super('database', reason, options);
    this.name = 'DatabaseUnavailable';
  }
}

/**
 * Errors of PostgreSQL that the statement has not caused (SQLSTATE): connection (08), insufficient resources (53),
 * shutdown, startup or a cancelled statement (57), a lost session (25P03), a read-only server (25006, the former
 * primary after a failover).
 */
const TRANSIENT = /^(08|53|57)|^25P03$|^25006$/;
/** Errors after which the connection can be used for the next statement. */
const CONNECTION_STAYS = /^(53|57014$)/;

/** Returns the fault of a failed statement: our own errors unchanged, absence of the database under its own name. */
export function databaseFault(error: unknown): { fault: unknown; connectionIsLost: boolean } {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (!TRANSIENT.test(code)) return { fault: error, connectionIsLost: false };
    const fault = new DatabaseUnavailable(`refused with ${code}`, { cause: error });
    return { fault, connectionIsLost: !CONNECTION_STAYS.test(code) };
  }
  // An error without a SQLSTATE did not come from the server: the connection broke, or no answer came in time.
  return {
    fault: new DatabaseUnavailable(reasonOf(error), { cause: error }),
    connectionIsLost: true,
  };
}

/** Whether the database is there but lacks disk, memory or connections (53), which does not resolve itself. */
export const wantsForRoom = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  (error.cause as { code?: string } | undefined)?.code?.startsWith('53') === true;

/** Whether a statement was cancelled for its own length (57014): the database is there, and others may succeed. */
export const ranIntoItsLimit = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && (error.cause as { code?: string } | undefined)?.code === '57014';

/** Matches reports of the system or of pg about broken connections. */
const brokenConnection =
  /^(E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|Connection terminated|timeout exceeded|Query read timeout|LISTEN)/;

/** Whether the job queue, which reports copies of errors, reports that the database is unavailable. */
export function saysThatDatabaseIsAway(report: unknown): boolean {
  const { code = '', message = '' } = report as { code?: string; message?: string };
  return TRANSIENT.test(code) || brokenConnection.test(code) || brokenConnection.test(message);
}

const reasonOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : 'no answer');
