import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type Database, openStorage } from '#server/storage/database.ts';
import type { Portal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

/** The database of a portal in a test. */
export type DatabaseOf = {
  /** Reads it while the portal runs. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Loses all of it; the portal has been killed. */
  lose(): Promise<void>;
};

/** @param url the address of PostgreSQL; undefined for the embedded database */
export const databaseOf = (portal: Portal, url: string | undefined): DatabaseOf =>
  url ? ofPostgres(url) : ofFiles(portal);

function ofFiles(portal: Portal): DatabaseOf {
  return {
    read: (work) => storedRows(portal, work),
    lose: async () => {
      for (const name of ['database', 'database.held', 'database.lock'])
        rmSync(path.join(portal.dataDir, name), { recursive: true, force: true });
    },
  };
}

function ofPostgres(url: string): DatabaseOf {
  return {
    read: async (work) => {
      const { db, close } = await openStorage({ databaseUrl: url, dataDir: '' });
      try {
        return await work(db);
      } finally {
        await close();
      }
    },
    lose: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('drop schema public cascade; drop schema jobs cascade; create schema public');
      await client.end();
    },
  };
}
