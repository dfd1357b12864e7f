import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Storage } from '#server/storage/database.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { attempt } from './attempt.ts';
import { runExpiry } from './expiry.ts';

let storage: Storage;
let logged: string[] = [];
const now = new Date('2026-11-01T10:00:00Z');
const earlier = new Date(now.getTime() - 60_000);

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(async () => {
  await storage.close();
});
beforeEach(async () => {
  await storage.db.deleteFrom('process').execute();
  logged = [];
});

const run = () =>
  runExpiry({
    storage,
    content: () => ({ metadata: new Map() }),
    now: () => now,
    security: { record: () => {} },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  } as unknown as ServerContext);

/** Expired drafts of people without an account. */
async function storeExpired(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => processRow(earlier));
  await storage.db.insertInto('process').values(rows).execute();
  return rows.map(({ id }) => id);
}
const left = async () => (await storage.db.selectFrom('process').select('id').execute()).map(({ id }) => id);

it('erases in one run whatever has passed its date', async () => {
  await storeExpired(250);
  await run();
  expect(await left()).toEqual([]);
});

it('goes past what it cannot erase, says so, and comes back to it', async () => {
  const [broken] = await storeExpired(5);
  await sql.raw('create table held (process_id uuid references process (id))').execute(storage.db);
  await sql.raw(`insert into held values ('${broken}')`).execute(storage.db);
  await run();
  expect(await left()).toEqual([broken]);
  expect(logged.map((line) => JSON.parse(line).processId)).toEqual([broken]);
  await sql.raw('drop table held').execute(storage.db);
  await run();
  expect(await left()).toEqual([]);
});

it('does the rest when one part of it fails', async () => {
  await storeExpired(2);
  await sql.raw('alter table login_state rename to login_state_away').execute(storage.db);
  await run();
  await sql.raw('alter table login_state_away rename to login_state').execute(storage.db);
  expect(await left()).toEqual([]);
  expect(logged.map((line) => JSON.parse(line).part)).toEqual(['logins']);
});

it('ends when the database is away, where the rest would fare no better', async () => {
  const away = new DatabaseUnavailable('away');
  const log = pino({ level: 'silent' });
  await expect(attempt({ log }, {}, () => Promise.reject(away))).rejects.toBe(away);
  await attempt({ log }, {}, () => Promise.reject(new Error('broken')));
});

it('goes on after a statement that took too long, and says so', async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const cause = Object.assign(new Error('canceling statement'), { code: '57014' });
  const tooLong = new DatabaseUnavailable('refused with 57014', { cause });
  await attempt({ log }, { part: 'long' }, () => Promise.reject(tooLong));
  expect(logged.map((line) => JSON.parse(line).part)).toEqual(['long']);
});
