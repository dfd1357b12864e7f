import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestStorage } from './testing/open-storage.ts';

it('what refers to a row is found by an index, so that erasing one row reads no whole table', async () => {
  const storage = await openTestStorage();
  try {
    const { rows } = await sql<{ reference: string }>`
      select conrelid::regclass || '.' || attname as reference
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
          and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)'))
      order by 1`.execute(storage.db);
    expect(rows).toEqual([]);
    const all =
      await sql`select from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(
        storage.db,
      );
    expect(all.rows.length).toBeGreaterThan(8);
  } finally {
    await storage.close();
  }
});
