import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { openPayments, openPaymentsTable } from './open-payments.ts';

const MINUTE_MS = 60_000;
const now = new Date('2026-11-28T06:00:00Z');
let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

/** Stores a payment that was begun before this many minutes. */
async function payment(minutes: number, change: object = {}) {
  const row = processRow(now, {});
  await storage.db.insertInto('process').values(row).execute();
  const createdAt = new Date(now.getTime() - minutes * MINUTE_MS);
  const values = {
    id: randomUUID(),
    processId: row.id,
    attempt: 1,
    state: 'pending',
    context: json({}),
    amountCents: 100,
    endPointId: 'authority',
    transactionId: randomUUID(),
    reference: `R-${minutes}`,
    redirectUrl: null,
    method: null,
    checkoutSign: null,
    createdAt,
    changedAt: createdAt,
    askedUntil: now,
    checks: 2,
    ...change,
  };
  await storage.db
    .insertInto('payment')
    .values(values as never)
    .execute();
  return row.id;
}

it('payments without an outcome after a quarter of an hour are listed, oldest first', async () => {
  const [young, old] = [await payment(16), await payment(60)];
  await payment(14);
  await payment(61, { state: 'paid' });
  await payment(62, { state: 'failed' });
  await payment(63, { transactionId: null });
  await storage.db
    .deleteFrom('process')
    .where('id', '=', await payment(64))
    .execute();
  const found = await openPayments(storage.db, now);
  expect(found.map(({ processId }) => processId)).toEqual([old, young]);
  const { text } = openPaymentsTable(found, 'en');
  expect(text).toContain(`href="/en/operations/case?number=${old}">R-60</a>`);
});
