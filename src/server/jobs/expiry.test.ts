import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Storage } from '#server/storage/database.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { runExpiry } from './expiry.ts';
import { parts } from './parts.ts';

let storage: Storage;
let logged: Record<string, unknown>[] = [];
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

const contextOn = (db: Storage['db']) =>
  ({
    storage: { ...storage, db },
    config: { REFUND_DAYS: 30 },
    content: () => ({ metadata: new Map() }),
    now: () => now,
    security: { record: () => {} },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  }) as unknown as ServerContext;
const run = () => runExpiry(contextOn(storage.db));

/** Expired drafts of people without an account. */
async function storeExpired(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => processRow(earlier));
  await storage.db.insertInto('process').values(rows).execute();
  return rows.map(({ id }) => id);
}
const left = async () => (await storage.db.selectFrom('process').select('id').execute()).map(({ id }) => id);

/** The database, whose statements about a table fail as if it were away. */
const failingAbout = (table: string, cause: { code?: string } = {}) =>
  storage.db.withPlugin({
    transformQuery: ({ node }) => {
      if (!JSON.stringify(node).includes(table)) return node;
      throw new DatabaseUnavailable('refused', { cause });
    },
    transformResult: async ({ result }) => result,
  });

it('erases in one run whatever has passed its date', async () => {
  await storeExpired(450);
  await run();
  expect(await left()).toEqual([]);
  expect(logged).toEqual([]);
});

it('goes past what it cannot erase, says so, and comes back to it', async () => {
  const [broken] = await storeExpired(5);
  await sql.raw('create table held (process_id uuid references process (id))').execute(storage.db);
  await sql.raw(`insert into held values ('${broken}')`).execute(storage.db);
  await run();
  expect(await left()).toEqual([broken]);
  expect(logged.map(({ processId }) => processId)).toEqual([broken]);
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
  expect(logged.map(({ part }) => part)).toEqual(['logins']);
});

it.each([
  ['took too long', { code: '57014' }],
  ['needed more temporary files than it may have', { code: '53400' }],
  ['had more values than the driver can number', {}],
])('does the rest, and says so, when a statement %s', async (_what, cause) => {
  await storeExpired(2);
  await runExpiry(contextOn(failingAbout('asked_until <=', cause)));
  expect(await left()).toEqual([]);
  expect(logged.map(({ part, msg }) => [part, msg])).toEqual([['payments', 'left for the next time']]);
});

it('ends when the database is away, where the rest would fare no better', async () => {
  await expect(runExpiry(contextOn(failingAbout('')))).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(logged).toEqual([]);
});

it('gives each part its turn, however long those before it take', async () => {
  const turns: number[] = [];
  let time = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  const names = Object.keys(parts) as (keyof typeof parts)[];
  for (const name of names) {
    vi.spyOn(parts, name).mockImplementation(async (_context, _part, _now, turnIsOver) => {
      const begun = time;
      while (!turnIsOver()) time += 10;
      turns.push(time - begun);
    });
  }
  await run();
  vi.restoreAllMocks();
  expect(turns).toHaveLength(names.length);
  // Each has its share of the 45 seconds.
  for (const turn of turns) expect(turn).toBeGreaterThan((45_000 / names.length) * 0.97);
  expect(time - 1000).toBeLessThan(46_000);
});
