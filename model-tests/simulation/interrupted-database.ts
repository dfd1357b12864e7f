import { type DatabaseConnection, type Driver, Kysely, PGliteDialect } from 'kysely';
import { camelCase } from '#server/storage/camel-case.ts';
import type { Database } from '#server/storage/database.ts';
import type { Tables } from '#server/storage/tables.ts';
import type { Task } from './tasks.ts';

/** The connection to the embedded database, which begins and ends transactions itself. */
type Connection = DatabaseConnection & Record<'begin' | 'commit' | 'rollback', () => Promise<void>>;

/** Returns the only connection to the embedded database. */
export const connectionOf = (db: Database): Promise<Connection> =>
  db.getExecutor().provideConnection(async (connection) => connection as Connection);

/**
 * Returns the database as a task meets it: its process may stand still before a transaction, and die before each
 * statement. A transaction that is open then is rolled back, as by a database whose client is gone.
 */
export function databaseOf(connection: Connection, task: Task): Database {
  const own: DatabaseConnection = {
    executeQuery: async (query) => {
      task.beforeStatement();
      return connection.executeQuery(query);
    },
    streamQuery: () => {
      throw new Error('The embedded database streams no results');
    },
  };
  let isOpen = false;
  const driver: Driver = {
    init: async () => undefined,
    destroy: async () => undefined,
    acquireConnection: async () => {
      await task.beforeWork();
      return own;
    },
    releaseConnection: async () => undefined,
    beginTransaction: async () => {
      task.beforeStatement();
      await connection.begin();
      isOpen = true;
    },
    commitTransaction: async () => {
      task.beforeStatement();
      await connection.commit();
      isOpen = false;
      task.afterCommit();
    },
    rollbackTransaction: async () => {
      if (isOpen) await connection.rollback();
    },
  };
  class Dialect extends PGliteDialect {
    override createDriver = () => driver;
  }
  return new Kysely<Tables>({ dialect: new Dialect({ pglite: undefined as never }), plugins: [camelCase] });
}
