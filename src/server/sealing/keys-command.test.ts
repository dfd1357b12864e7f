import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { countUnsealed } from '#server/storage/count-unsealed.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { runKeysCommand } from './keys-command.ts';
import { keptForKeys, keyOf, local } from './testing/stored-keys.ts';
import { unsealed } from './testing/unsealed.ts';

/** Lines for operators about rows that are not sealed yet. */

const storage = keptForKeys();

it('tells how many rows of an earlier version are not sealed yet', async () => {
  const open = (values: object) => processRow(new Date(), { data: unsealed(values) });
  await storage.db
    .insertInto('process')
    .values([open({ familyName: 'Claussen' }), open({ familyName: 'Jo' }), open({})])
    .execute();
  await sql`insert into app_user (id, provider_id, subject, created_at) values (${randomUUID()}, 'nkb', 'jo', now())`.execute(
    storage.db,
  );
  const lines: string[] = [];
  const tell = (line: string) => void lines.push(line.trim());
  await runKeysCommand('status', { db: storage.db, keys: local(keyOf('a')), now: () => new Date(), tell });
  expect(lines).toEqual([
    '0 data keys: local:a wraps, and opens',
    '2 rows of process are not sealed yet: a server that runs does that every minute',
    '1 rows of app_user are not sealed yet: a server that runs does that every minute',
  ]);
});

it('counts those rows by an index that has nothing else', async () => {
  const statements: string[] = [];
  const db = storage.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(storage.db.getExecutor().compileQuery(node, { queryId: 'plan' }).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await countUnsealed(db);
  expect(statements).toHaveLength(8);
  // Of few rows, plans would read all of them.
  await sql`set enable_seqscan = off`.execute(storage.db);
  for (const statement of statements) {
    const text = statement.replace('$1', '10');
    const { rows } = await sql.raw<Record<string, string>>(`explain ${text}`).execute(storage.db);
    expect(rows.map((row) => Object.values(row)[0]).join()).toMatch(
      /Scan (using|on) \w+_(unsealed|in_clear)/,
    );
  }
  await sql`reset enable_seqscan`.execute(storage.db);
});
