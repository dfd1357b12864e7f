import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { isDue } from './row.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
let storage: Storage;

beforeAll(async () => {
  storage = await openTestStorage();
  await sql`set session_replication_role = replica`.execute(storage.db);
});
afterAll(() => storage?.close());

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
    storage.db,
  );
  const found = await storage.db.selectFrom('submission').select('processId').where(isDue(now)).execute();
  expect(found.some(({ processId }) => processId === id)).toBe(due);
});
