import type { PGlite } from '@electric-sql/pglite';
import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { DatabaseUnavailable } from './database-unavailable.ts';

type Refusal = { severity?: string; code?: string };

/**
 * Names faults of the embedded database. It is never unavailable, but may run out of space or memory (SQLSTATE 53):
 * then the statement had no effect and is worth retrying.
 */
export async function nameFaults(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <R>(query: CompiledQuery) => {
    try {
      return await execute<R>(query);
    } catch (error) {
      const { code = '' } = error as Refusal;
      if (!code.startsWith('53')) throw error;
      throw new DatabaseUnavailable(`refused with ${code}`, { cause: error });
    }
  };
}

/**
 * Ends the process when the embedded database can no longer write to its log, because the disk is full. A server
 * would restart; this database answers nothing and would keep the process busy for ever. No further call gets a turn,
 * and at the next start everything acknowledged is there.
 */
export function endOnPanic(pglite: PGlite): void {
  for (const name of ['execProtocol', 'execProtocolStream'] as const) {
    const execute = pglite[name].bind(pglite) as (...given: unknown[]) => Promise<never>;
    pglite[name] = async (...given: unknown[]) => {
      try {
        return await execute(...given);
      } catch (error) {
        if ((error as Refusal).severity !== 'PANIC') throw error;
        setImmediate(() => {
          throw error;
        });
        return new Promise<never>(() => {});
      }
    };
  }
}
