import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { testKeys } from './test-keys.ts';

/**
 * A database for the tests of a file about a table whose rows have keys of their own; each test begins without rows.
 * @param parts of the server that the tests need besides
 */
export function sealedRowsOf(table: 'handover' | 'mail', parts: object = {}) {
  const held: { storage?: Storage } = {};
  const told: object[] = [];
  const dataKeys = testKeys();
  beforeAll(async () => {
    held.storage = await openTestStorage();
  });
  beforeEach(async () => {
    told.length = 0;
    await held.storage!.db.deleteFrom(table).execute();
  });
  afterAll(() => held.storage?.close());
  return {
    get db() {
      return held.storage!.db;
    },
    /** Errors that the operators were told. */
    told,
    context: () =>
      ({
        storage: held.storage,
        dataKeys,
        now: () => new Date(),
        log: { error: (about: object) => void told.push(about) },
        ...parts,
      }) as unknown as ServerContext,
    /** The rows as they are stored, each as one text. */
    stored: async () => {
      const { rows } = await sql
        .raw<{ id: string; text: string }>(`select id, ${table}::text as text from ${table}`)
        .execute(held.storage!.db);
      return rows;
    },
    /** Owners of the keys of these rows. */
    keys: () => held.storage!.db.selectFrom('dataKey').select('id').where('kind', '=', table).execute(),
  };
}
