import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { enqueue, enqueuePaymentCheck } from './queues.ts';

let storage: Storage;
let jobs: PgBoss;
beforeAll(async () => {
  storage = await openTestStorage();
  jobs = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  jobs.on('error', () => {});
  await jobs.start();
  await jobs.createQueue('payment-check');
});
afterAll(async () => {
  await jobs.stop({ graceful: false });
  await storage.close();
});

/** Seconds until each job of a payment, in their order. */
async function waits(paymentId: string): Promise<number[]> {
  const { rows } = await sql<{ wait: number }>`
    select round(extract(epoch from start_after - now()))::int as wait from jobs.job
    where data ->> 'paymentId' = ${paymentId} order by start_after`.execute(storage.db);
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
