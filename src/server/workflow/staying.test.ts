import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#domain/days.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import { begin } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessContext } from '#machines/process/process.types.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { REFUNDING_DAYS, standingOf, standingsOf, whyStays } from './staying.ts';

const now = new Date('2026-11-01T10:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

const start = { mode: 'none', feeCents: 0, noticeAllowed: false, hasUser: true, hasPostbox: false } as const;

async function stored(
  status: ProcessStatus,
  facts: Partial<ProcessContext> = {},
  userId: string | null = null,
) {
  const { context } = begin(processMachine, start);
  const row = processRow(now, { status, context: json({ ...context, ...facts }), userId });
  await storage.db.insertInto('process').values(row).execute();
  return row.id;
}
async function why(id: string, paidConsent = false) {
  return whyStays((await standingOf(storage.db, id, now))!, paidConsent);
}
let attempts = 0;
const nextAttempt = () => {
  attempts += 1;
  return attempts;
};
const paymentOf = (processId: string, state: 'pending' | 'paid' | 'created', askedUntil: Date) =>
  storage.db
    .insertInto('payment')
    .values({
      id: randomUUID(),
      processId,
      attempt: nextAttempt(),
      state,
      context: json({ amountCents: 100 } as never),
      amountCents: 100,
      endPointId: 'e',
      transactionId: null,
      reference: null,
      redirectUrl: null,
      method: null,
      checkoutSign: null,
      createdAt: now,
      changedAt: now,
      askedUntil,
      checks: 0,
    })
    .execute();
const refundOf = (processId: string, notedAt: Date) =>
  storage.db
    .insertInto('refund')
    .values({
      paymentId: randomUUID(),
      processId,
      transactionId: 't',
      reference: null,
      endPointId: 'e',
      amountCents: 100,
      notedAt,
    })
    .execute();

it('a draft may go, a paid one with consent, one that is being paid or sent not at all', async () => {
  expect(await why(await stored('EDITING'))).toBeNull();
  const paid = await stored('EDITING', { paidCents: 100 });
  expect(await why(paid)).toBe('paid');
  expect(await why(paid, true)).toBeNull();
  expect(await why(await stored('PAYMENT_PENDING'), true)).toBe('paying');
  expect(await why(await stored('PAID', { paidCents: 100, running: true }), true)).toBe('sending');
});

it('a sent application may go, but not while something of it is under way', async () => {
  const id = await stored('SUBMITTED');
  expect(await why(id)).toBeNull();
  await paymentOf(id, 'paid', later(DAY_MS));
  await paymentOf(await stored('SUBMITTED'), 'pending', later(DAY_MS));
  expect(await why(id)).toBeNull();
  await paymentOf(id, 'pending', now);
  expect(await why(id)).toBeNull();
  const asked = await stored('SUBMITTED');
  await paymentOf(asked, 'created', later(1));
  expect(await why(asked)).toBe('paying');
});

it('money that was noted to be returned keeps it for a while', async () => {
  const id = await stored('SUBMITTED');
  await refundOf(id, later(-REFUNDING_DAYS * DAY_MS));
  expect(await why(id)).toBeNull();
  await refundOf(id, later(1 - REFUNDING_DAYS * DAY_MS));
  expect(await why(id)).toBe('refunding');
});

it('one that the authority has without a receipt is completed first', async () => {
  const id = await stored('SUBMIT_FAILURE');
  expect(await why(id)).toBeNull();
  await storage.db
    .insertInto('submission')
    .values({
      processId: id,
      messageId: randomUUID(),
      ticketNumber: 'SP-ABCD-EFGH-JKMN',
      state: 'SUBMISSION_FAILURE',
      context: '{}',
      announcement: null,
      sealed: null,
      postbox: null,
      leaseOwner: null,
      leaseUntil: null,
      postboxSentAt: null,
      hashes: null,
      submittedAt: null,
      downloadsUntil: null,
      sentState: 'unknown' as never,
      sentContext: '{}',
      events: '[]',
      statusCheckedAt: null,
      statusChecks: 0,
      lastError: null,
    })
    .execute();
  await storage.db
    .insertInto('submissionStep')
    .values({ processId: id, step: 'SUBMIT_DATA_TO_AUTHORITY', outcome: 'done', finishedAt: now })
    .execute();
  expect(await why(id, true)).toBe('unfinished');
});

it('documents on their way keep it', async () => {
  const id = await stored('SUBMITTED');
  const handIn = (state: 'waiting' | 'delivered', number: number) =>
    storage.db
      .insertInto('handIn')
      .values({
        id: randomUUID(),
        processId: id,
        number,
        state,
        context: '{}',
        documents: '[]' as SealedJson,
        announcement: null,
        sealed: null,
        leaseOwner: null,
        leaseUntil: null,
        locale: 'de',
        createdAt: now,
        deliveredAt: null,
        receiptId: null,
      })
      .execute();
  await handIn('delivered', 1);
  expect(await why(id)).toBeNull();
  await handIn('waiting', 2);
  expect(await why(id)).toBe('handIn');
});

it('of a person all are found, those with money first, and nobody else’s', async () => {
  const person = randomUUID();
  const plain = await stored('EDITING', {}, person);
  const paid = await stored('EDITING', { paidCents: 5 }, person);
  await stored('EDITING', {}, randomUUID());
  const found = await standingsOf(storage.db, person, now);
  expect(found.map(({ id }) => id)).toEqual([paid, plain]);
});
