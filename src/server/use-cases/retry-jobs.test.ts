import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { failedJobs, failedMark, retryJobs } from './retry-jobs.ts';

let storage: Storage;
let jobs: PgBoss;
beforeAll(async () => {
  storage = await openTestStorage();
  jobs = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  jobs.on('error', () => {});
  await jobs.start();
  for (const name of ['mail', 'expiry']) await jobs.createQueue(name);
});
afterAll(async () => {
  await jobs.stop({ graceful: false });
  await storage.close();
});
beforeEach(() => sql`delete from jobs.job`.execute(storage.db));

const fail = async (name: string, at: string) => {
  const id = await jobs.send(name, { mailId: 'm' });
  await sql`update jobs.job set state = 'failed', retry_count = retry_limit, completed_on = ${at}::timestamptz
    where id = ${id}`.execute(storage.db);
};
const states = async (name: string) =>
  (
    await sql<{ state: string }>`select state::text from jobs.job where name = ${name}`.execute(storage.db)
  ).rows.map(({ state }) => state);
const seenOf = async (queue: string) =>
  failedMark((await failedJobs(storage.db)).find((one) => one.queue === queue)!);

it('are counted by queue, with the first and the last failure', async () => {
  expect(await failedJobs(storage.db)).toEqual([]);
  await fail('mail', '2026-11-28T05:00:00Z');
  await fail('mail', '2026-11-28T06:00:00Z');
  await jobs.send('expiry', {});
  expect(await failedJobs(storage.db)).toEqual([
    {
      queue: 'mail',
      count: 2,
      since: new Date('2026-11-28T05:00:00Z'),
      last: new Date('2026-11-28T06:00:00Z'),
    },
  ]);
});

it('are tried again, those of this queue alone, once by two operators', async () => {
  await fail('mail', '2026-11-28T05:00:00Z');
  await fail('mail', '2026-11-28T06:00:00Z');
  await fail('expiry', '2026-11-28T06:00:00Z');
  const move = { queue: 'mail', seen: await seenOf('mail') };
  const both = await Promise.all([retryJobs({ storage, jobs }, move), retryJobs({ storage, jobs }, move)]);
  expect(both.toSorted()).toEqual([2, null]);
  expect([await states('mail'), await states('expiry')]).toEqual([['retry', 'retry'], ['failed']]);
  expect(await jobs.fetch('mail', { batchSize: 5 })).toHaveLength(2);
});

it('stay as they are when another has failed since, and when there are none', async () => {
  await fail('mail', '2026-11-28T05:00:00Z');
  const seen = await seenOf('mail');
  await fail('mail', '2026-11-28T06:00:00Z');
  expect(await retryJobs({ storage, jobs }, { queue: 'mail', seen })).toBeNull();
  expect(await states('mail')).toEqual(['failed', 'failed']);
  expect(await retryJobs({ storage, jobs }, { queue: 'none', seen })).toBeNull();
});
