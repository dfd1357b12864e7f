import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { json } from '#server/storage/json.ts';
import { migrations } from '#server/storage/migrations.ts';
import type { Tables } from '#server/storage/tables.ts';
import { isDue } from './row.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
let db: Kysely<Tables>;

beforeAll(async () => {
  db = new Kysely<Tables>({
    dialect: new PGliteDialect({ pglite: await PGlite.create() }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) throw error;
  await sql`set session_replication_role = replica`.execute(db);
});
afterAll(() => db.destroy());

it.each([
  ['SEAL_DATA', null, true],
  ['waiting', '2026-11-20T11:59:59.000Z', true],
  ['waiting', '2026-11-20T12:00:00.000Z', true],
  ['waiting', '2026-11-20T12:00:00.001Z', false],
  ['SUBMISSION_FAILURE', null, false],
  ['SUBMISSION_COMPLETED', null, false],
])('a submission in %s, to be tried at %s, is worked on: %s', async (state, nextTryAt, due) => {
  const id = randomUUID();
  await sql`insert into submission (process_id, message_id, ticket_number, state, context, sent_state, sent_context, events)
    values (${id}, ${randomUUID()}, ${id}, ${state}, ${json({ nextTryAt })}, 'submitted', '{}', '[]')`.execute(
    db,
  );
  const found = await db.selectFrom('submission').select('processId').where(isDue(now)).execute();
  expect(found.some(({ processId }) => processId === id)).toBe(due);
});
