import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { readForReader } from '#server/submission/status.ts';
import { enqueue, enqueuePaymentCheck, enqueueSubmissionNow, hurry } from './queues.ts';

let storage: Storage;
let jobs: PgBoss;
beforeAll(async () => {
  storage = await openTestStorage();
  jobs = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  jobs.on('error', () => {});
  await jobs.start();
  for (const name of ['payment-check', 'delivery-status', 'submission', 'file-check']) {
    await jobs.createQueue(name);
    // A queue is known from its first job on; asking for it in a transaction would wait for the only connection.
    await jobs.send(name, {});
  }
});
afterAll(async () => {
  await jobs.stop({ graceful: false });
  await storage.close();
});

/** Seconds until each job of a payment or an application, in their order. */
async function waits(id: string): Promise<number[]> {
  const { rows } = await sql<{ wait: number }>`
    select round(extract(epoch from start_after - now()))::int as wait from jobs.job
    where ${id} in (data ->> 'paymentId', data ->> 'processId') order by start_after`.execute(storage.db);
  return rows.map(({ wait }) => wait);
}

it('check a payment soon, by one job, however long the one that waits would have waited', async () => {
  const context = { storage, jobs } as unknown as ServerContext;
  const ask = (paymentId: string) =>
    storage.db.transaction().execute((trx) => enqueuePaymentCheck(context, trx, paymentId));
  const [fresh, late, early] = [randomUUID(), randomUUID(), randomUUID()];
  await enqueue(context, 'payment-check', { paymentId: late }, { startAfter: 3600 });
  await enqueue(context, 'payment-check', { paymentId: early });
  for (const payment of [fresh, late, early]) await ask(payment);
  expect(await waits(fresh)).toEqual([expect.closeTo(10, -0.5)]);
  expect(await waits(late)).toEqual([expect.closeTo(10, -0.5)]);
  expect(await waits(early)).toEqual([expect.closeTo(0, -0.5)]);
});

it('read a status at once for a person who looks at it, unless it is fresh, settled, or read no more', async () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const context = { storage, jobs, now: () => now } as unknown as ServerContext;
  const row = (change: object) => ({
    id: randomUUID(),
    sentState: 'submitted' as const,
    sentContext: { lastEventAt: null, problems: [] },
    statusCheckedAt: new Date(now.getTime() - 15_000),
    ...change,
  });
  const rows = {
    stale: row({}),
    unknown: row({ sentState: 'unknown' }),
    fresh: row({ statusCheckedAt: new Date(now.getTime() - 14_999) }),
    unread: row({ sentState: 'pending', statusCheckedAt: null }),
    settled: row({ sentState: 'successfullySubmitted' }),
    ended: row({}),
  };
  for (const { id } of [rows.stale, rows.unknown, rows.fresh, rows.unread, rows.settled])
    await enqueue(context, 'delivery-status', { processId: id }, { startAfter: 3600 });
  await readForReader(context, Object.values(rows));
  const found: Record<string, number[]> = {};
  for (const [name, { id }] of Object.entries(rows)) found[name] = await waits(id);
  const [soon, later] = [[expect.closeTo(0, -0.5)], [expect.closeTo(3600, -1.5)]];
  expect(found).toEqual({
    stale: soon,
    unknown: soon,
    fresh: later,
    unread: later,
    settled: later,
    ended: [],
  });
});

it('asks the database for nothing where no status is stale', async () => {
  const context = { storage: null, now: () => new Date() } as unknown as ServerContext;
  await expect(readForReader(context, [])).resolves.toBeUndefined();
});

it('nothing is done for a change that is rolled back', async () => {
  const context = { storage, jobs } as unknown as ServerContext;
  const processId = randomUUID();
  const work = storage.db.transaction().execute(async (trx) => {
    await enqueue(context, 'submission', { processId }, { trx });
    throw new Error('rolled back');
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await waits(processId)).toEqual([]);
});

it('check a payment whose last check is over by a new job', async () => {
  const context = { storage, jobs } as unknown as ServerContext;
  const paymentId = randomUUID();
  await enqueue(context, 'payment-check', { paymentId });
  await sql`update jobs.job set state = 'completed' where data ->> 'paymentId' = ${paymentId}`.execute(
    storage.db,
  );
  await storage.db.transaction().execute((trx) => enqueuePaymentCheck(context, trx, paymentId));
  expect(await waits(paymentId)).toHaveLength(2);
});

it('send an application now by the job that waits, or by a new one where none waits any more', async () => {
  const context = { storage, jobs } as unknown as ServerContext;
  const [waiting, begun, none, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const processId of [waiting, begun, other])
    await enqueue(context, 'submission', { processId }, { startAfter: 3600 });
  await sql`update jobs.job set state = 'active' where data ->> 'processId' = ${begun}`.execute(storage.db);
  for (const id of [waiting, begun, none])
    await storage.db.transaction().execute((trx) => enqueueSubmissionNow(context, trx, id));
  const [soon, later] = [expect.closeTo(0, -0.5), expect.closeTo(3600, -1.5)];
  expect(await Promise.all([waiting, begun, none, other].map(waits))).toEqual([
    [soon],
    [soon, later],
    [soon],
    [later],
  ]);
});

it('hurry with one queue alone', async () => {
  const context = { storage, jobs } as unknown as ServerContext;
  const [paymentId, processId] = [randomUUID(), randomUUID()];
  await enqueue(context, 'payment-check', { paymentId }, { startAfter: 3600 });
  await enqueue(context, 'delivery-status', { processId }, { startAfter: 3600 });
  await hurry(context, 'delivery-status');
  expect([await waits(processId), await waits(paymentId)]).toEqual([
    [expect.closeTo(0, -0.5)],
    [expect.closeTo(3600, -1.5)],
  ]);
});
