import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Storage } from './database.ts';
import { type Expired, eraseRows } from './erase-rows.ts';
import { openTestStorage } from './testing/open-storage.ts';

let storage: Storage;
let logged: Record<string, unknown>[] = [];
const now = new Date('2026-11-01T10:00:00Z');
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
const run = (text: string) => sql.raw(text).execute(storage.db);

beforeAll(async () => {
  storage = await openTestStorage();
  await run('create table thing (id integer primary key, ends timestamptz not null, done boolean)');
  await run('create table holder (thing integer references thing (id))');
});
afterAll(() => storage.close());
beforeEach(async () => {
  logged = [];
  await run('truncate holder, thing');
});

const things: Expired = {
  table: 'thing',
  by: 'ends',
  key: 'id',
  isOver: (at) => sql`ends <= ${at}`,
};
/** Returns a time that is over after many questions, so that rows which come again and again end the test. */
const longTime = () => {
  let asked = 0;
  return () => {
    asked += 1;
    return asked > 300;
  };
};
const erase = (isOver: () => boolean = longTime(), expired = things) =>
  eraseRows({ storage, log }, 'things', expired, now, isOver);
/** So many rows of one moment, which is no whole millisecond, and one that is not over. */
const store = (count: number) =>
  run(`insert into thing select n, timestamptz '2026-11-01 09:00:00.000123Z', false from generate_series(1, ${count}) n
    union all select 0, '2026-11-01 10:00:00.001Z', false`);
const hold = (from: number, to: number) => run(`insert into holder select generate_series(${from}, ${to})`);
const left = async () => {
  const { rows } = await sql<{ id: number }>`select id from thing order by id`.execute(storage.db);
  return rows.map(({ id }) => id);
};

it('erases what is over, in as many batches as it takes, and nothing else', async () => {
  await store(1001);
  await erase();
  expect(await left()).toEqual([0]);
});

it('erases everything but a row that cannot be, and names that one', async () => {
  await store(500);
  await hold(250, 250);
  await erase();
  expect(await left()).toEqual([0, 250]);
  expect(logged.map(({ part, id }) => [part, id])).toEqual([['things', '250']]);
});

it('names ten rows that cannot be erased, and the number of the others', async () => {
  await store(500);
  await hold(1, 25);
  await erase();
  expect(await left()).toHaveLength(26);
  expect(logged.slice(0, 10).map(({ id }) => id)).toEqual(
    Array.from({ length: 10 }, (_, n) => String(n + 1)),
  );
  expect(logged.slice(10).map(({ part, count }) => [part, count])).toEqual([['things', 15]]);
});

it('goes on where its time was over, so that rows which fail do not stop those behind them', async () => {
  await store(10);
  await hold(1, 3);
  const atOnce = () => true;
  for (const expected of [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [0, 1, 2, 3],
  ]) {
    await erase(atOnce);
    expect(await left()).toEqual(expected);
  }
  // From the beginning again: what failed may be possible now.
  await run('truncate holder');
  await erase();
  await erase();
  expect(await left()).toEqual([0]);
});

it('changes the rows that stay', async () => {
  await store(300);
  const undone: Expired = { ...things, isOver: (at) => sql`not done and ends <= ${at}`, set: 'done = true' };
  await erase(undefined, undone);
  const { rows } = await sql<{ id: number }>`select id from thing where not done`.execute(storage.db);
  expect(rows.map(({ id }) => id)).toEqual([0]);
});

it('leaves a row that is continued after it was found', async () => {
  await store(2);
  let isFound = false;
  const db = storage.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      // Not awaited: it waits for the only connection, and so comes before what follows the search.
      if (!isFound) void run(`update thing set ends = '2026-12-01' where id = 1`);
      isFound = true;
      return result;
    },
  });
  await eraseRows({ storage: { ...storage, db }, log }, 'continued', things, now, longTime());
  expect(await left()).toEqual([0, 1]);
});
