import type { PGlite } from '@electric-sql/pglite';
import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { DatabaseUnavailable } from './database-unavailable.ts';

type Refusal = { severity?: string; code?: string };

/**
 * The embedded database is never unavailable, but it may run out of space or memory (SQLSTATE 53): then the statement
 * had no effect and is worth retrying.
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
 * When the disk is full, a change that it cannot write to its log ends the embedded database: a server would restart,
 * but this one answers nothing and keeps the process busy for ever. So no further call gets a turn, and the process
 * ends; at its next start, everything acknowledged is there.
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
