import pg from 'pg';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';

/**
 * The database did not answer, or not in time. What was under way may have been done or not: a transaction that
 * lost its connection while it was committed counts as unknown, never as done. Worth a retry.
 */
export class DatabaseUnavailable extends PartnerUnavailable {
  constructor(reason: string, options?: ErrorOptions) {
    super('database', reason, options);
    this.name = 'DatabaseUnavailable';
  }
}

/**
 * What PostgreSQL says when the statement is not at fault (SQLSTATE): connection (08), too few resources (53),
 * shutting down, starting up or a cancelled statement (57), a lost session (25P03), a server that only reads (25006,
 * the former primary after a failover).
 */
const TRANSIENT = /^(08|53|57)|^25P03$|^25006$/;
/** Of these only the statement has ended; its connection is good for the next one. */
const CONNECTION_STAYS = /^(53|57014$)/;

/** What a failed statement means: an error of ours stays as it is, one of the database's absence gets a name. */
export function databaseFault(error: unknown): { fault: unknown; connectionIsLost: boolean } {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (!TRANSIENT.test(code)) return { fault: error, connectionIsLost: false };
    const fault = new DatabaseUnavailable(`refused with ${code}`, { cause: error });
    return { fault, connectionIsLost: !CONNECTION_STAYS.test(code) };
  }
  // Whatever has no SQLSTATE did not come from the server: the connection broke, or nothing came in time.
  return {
    fault: new DatabaseUnavailable(reasonOf(error), { cause: error }),
    connectionIsLost: true,
  };
}

/** Whether the database is there and wants for disk, memory or connections (53), which does not pass by itself. */
export const wantsForRoom = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  (error.cause as { code?: string } | undefined)?.code?.startsWith('53') === true;

/** What connections that break are reported with, by the system or by pg. */
const brokenConnection =
  /^(E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|Connection terminated|timeout exceeded|Query read timeout|LISTEN)/;

/** Whether the job queue, which reports copies of errors, reports that the database is away. */
export function saysThatDatabaseIsAway(report: unknown): boolean {
  const { code = '', message = '' } = report as { code?: string; message?: string };
  return TRANSIENT.test(code) || brokenConnection.test(code) || brokenConnection.test(message);
}

const reasonOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : 'no answer');
