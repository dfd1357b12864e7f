import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import {
  type Attempt,
  attemptOfSign,
  attemptsOf,
  insertAttempt,
  isOpenAttempt,
  keepTransaction,
  moveAttempt,
  paidAttemptOf,
  resumeAttempt,
  viewState,
} from './attempt.ts';
import { noteRefund } from './refund.ts';

const DAY_MS = 24 * 3_600_000;
const start = new Date('2026-11-01T10:00:00Z');
let storage: Storage;
let now = start;
let processId = '';

beforeAll(async () => {
  storage = await openTestStorage();
});
beforeEach(async () => {
  now = start;
  processId = await newProcess();
});
afterAll(async () => {
  await storage.close();
});

async function newProcess(): Promise<string> {
  const row = processRow(now);
  await storage.db.insertInto('process').values(row).execute();
  return row.id;
}

const contextWith = (secret = 'a secret of the portal') =>
  ({
    storage,
    now: () => now,
    config: { SIGNING_SECRET: [secret] },
    log: { warn: () => undefined },
    counts: { moved: () => undefined },
  }) as unknown as ServerContext;

const open = (attempt = 1, of = processId) =>
  recorded(contextWith(), (trx) =>
    insertAttempt(contextWith(), trx, { processId: of, attempt, amountCents: 1100, endPointId: 'kiel' }),
  );
const move = (
  attempt: Attempt,
  event: Parameters<typeof moveAttempt>[3],
  change?: Parameters<typeof moveAttempt>[5],
) =>
  recorded(contextWith(), (trx) =>
    moveAttempt(contextWith(), trx, attempt, event, 'paymentProvider', change),
  );
const REPORTED_AT = '2026-11-01T10:00:00.000Z';
const opened = {
  type: 'payment.opened',
  transactionId: 't-1',
  reference: 'r-1',
  reportedAt: REPORTED_AT,
} as const;
const paid = {
  type: 'provider.reportedPaid',
  amountCents: 1100,
  method: 'CREDITCARD',
  reportedAt: REPORTED_AT,
} as const;
/** Ends an attempt: an application has only one open at a time. */
const replaced = async (attempt: Attempt) => (await move(attempt, { type: 'attempt.superseded' }))!;
const pay = async (attempt: Attempt) => (await move((await move(attempt, opened))!, paid))!;

it('has the same id for the same fee of the same application: the provider then has one transaction', async () => {
  const first = await open();
  await storage.db.deleteFrom('payment').where('id', '=', first.id).execute();
  expect((await open()).id).toBe(first.id);
  expect((await open(2, await newProcess())).id).not.toBe(first.id);
});

describe('an attempt to pay', () => {
  it('is stored before the provider hears of it', async () => {
    const attempt = await open();
    expect(attempt).toMatchObject({
      processId,
      attempt: 1,
      state: 'created',
      amountCents: 1100,
      endPointId: 'kiel',
      transactionId: null,
      reference: null,
      redirectUrl: null,
      method: null,
      createdAt: start,
      changedAt: start,
      askedUntil: new Date(start.getTime() + 14 * DAY_MS),
      checks: 0,
    });
    expect(isOpenAttempt(attempt)).toBe(true);
  });

  it('moves as its machine says, with what is new about it', async () => {
    const attempt = await open();
    now = new Date(start.getTime() + 1000);
    const pending = await move(attempt, opened, { transactionId: 't-1', redirectUrl: 'https://pay.example' });
    expect(pending).toMatchObject({
      state: 'pending',
      transactionId: 't-1',
      redirectUrl: 'https://pay.example',
      changedAt: now,
    });
    expect(isOpenAttempt(pending!)).toBe(true);
    expect(isOpenAttempt((await move(pending!, paid))!)).toBe(false);
  });

  it('keeps the moment of its state when only the time of the report is new', async () => {
    const pending = (await move(await open(), opened))!;
    now = new Date(start.getTime() + 1000);
    const still = await move(pending, { type: 'provider.reportedPending', reportedAt: now.toISOString() });
    expect(still).toMatchObject({ state: 'pending', changedAt: start });
  });

  it('is left alone by what its machine refuses', async () => {
    const attempt = await open();
    expect(await move(attempt, paid)).toBeNull();
    expect(await attemptsOf(storage.db as never, processId)).toEqual([attempt]);
  });

  it('leaves in the journal who has done what, also what was refused', async () => {
    const attempt = await open();
    await move(attempt, paid);
    await move(attempt, opened);
    const journal = await storage.db
      .selectFrom('journal')
      .select(['machine', 'attempt', 'event', 'stateBefore', 'stateAfter', 'mover'])
      .where('processId', '=', processId)
      .orderBy('id')
      .execute();
    const about = { machine: 'payment', attempt: 1 };
    expect(journal).toEqual([
      { ...about, event: null, stateBefore: null, stateAfter: 'created', mover: 'person' },
      {
        ...about,
        event: 'provider.reportedPaid',
        stateBefore: 'created',
        stateAfter: null,
        mover: 'paymentProvider',
      },
      {
        ...about,
        event: 'payment.opened',
        stateBefore: 'created',
        stateAfter: 'pending',
        mover: 'paymentProvider',
      },
    ]);
  });

  it('keeps the transaction that it is known by', async () => {
    const attempt = await replaced(await open(1));
    const other = await open(2);
    await storage.db
      .transaction()
      .execute((trx) => keepTransaction(trx, attempt, { transactionId: 't-9', reference: 'r-9' }));
    expect(await attemptsOf(storage.db as never, processId)).toMatchObject([
      { id: other.id, transactionId: null },
      { id: attempt.id, transactionId: 't-9', reference: 'r-9' },
    ]);
  });
});

describe('the attempts of an application', () => {
  it('are its own, the newest first', async () => {
    await replaced(await open(1));
    await open(2);
    await open(1, await newProcess());
    const found = await attemptsOf(storage.db as never, processId);
    expect(found.map(({ attempt }) => attempt)).toEqual([2, 1]);
  });

  it('have paid with the first money that is not to be returned', async () => {
    expect(await paidAttemptOf(storage.db, processId)).toBeUndefined();
    await replaced(await open(1));
    expect(await paidAttemptOf(storage.db, processId)).toBeUndefined();
    const first = await pay(await open(2));
    now = new Date(start.getTime() + 1000);
    const second = await pay(await open(3));
    await pay(await open(1, await newProcess()));
    expect((await paidAttemptOf(storage.db, processId))?.id).toBe(first.id);
    await recorded(contextWith(), (trx) => noteRefund(contextWith(), trx, [first]));
    expect((await paidAttemptOf(storage.db, processId))?.id).toBe(second.id);
  });
});

describe('money to be returned', () => {
  const refunds = () =>
    storage.db.selectFrom('refund').selectAll().where('processId', '=', processId).execute();

  it('is noted with what the provider knows it by, once', async () => {
    const attempt = (await move(await open(), opened, { transactionId: 't-1', reference: 'r-1' }))!;
    for (const _ of [1, 2]) {
      await recorded(contextWith(), (trx) => noteRefund(contextWith(), trx, [attempt]));
    }
    expect(await refunds()).toMatchObject([
      {
        paymentId: attempt.id,
        transactionId: 't-1',
        reference: 'r-1',
        endPointId: 'kiel',
        amountCents: 1100,
        notedAt: start,
      },
    ]);
  });

  it('is noted by our own id while the provider has said none', async () => {
    const attempt = await open();
    await recorded(contextWith(), (trx) => noteRefund(contextWith(), trx, [attempt]));
    expect(await refunds()).toMatchObject([{ transactionId: attempt.id }]);
  });
});

describe('a return from the payment page', () => {
  it('belongs to the attempt of its sign, for 14 days after the last visit to the provider', async () => {
    const attempt = await open();
    const sign = attempt.checkoutSign ?? '';
    expect((await attemptOfSign(contextWith(), sign))?.id).toBe(attempt.id);
    now = new Date(start.getTime() + 14 * DAY_MS - 1000);
    expect((await attemptOfSign(contextWith(), sign))?.id).toBe(attempt.id);
    now = new Date(start.getTime() + 14 * DAY_MS);
    expect(await attemptOfSign(contextWith(), sign)).toBeNull();
    await recorded(contextWith(), (trx) => resumeAttempt(contextWith(), trx, attempt));
    now = new Date(start.getTime() + 28 * DAY_MS - 1000);
    expect((await attemptOfSign(contextWith(), sign))?.id).toBe(attempt.id);
    now = new Date(start.getTime() + 28 * DAY_MS);
    expect(await attemptOfSign(contextWith(), sign)).toBeNull();
  });

  it('is nobody’s when its sign is borrowed, made to last longer, cut short, or of another portal', async () => {
    const attempt = await replaced(await open(1));
    const other = await open(2);
    const [id, expires, signature] = (attempt.checkoutSign ?? '').split('.');
    const of = (...parts: unknown[]) => attemptOfSign(contextWith(), parts.join('.'));
    expect(await of(other.id, expires, signature)).toBeNull();
    expect(await of(id, Number(expires) + 1, signature)).toBeNull();
    expect(await of(id, expires)).toBeNull();
    expect(await of(id)).toBeNull();
    expect(await of('', expires, signature)).toBeNull();
    expect(await of('no-uuid', expires, signature)).toBeNull();
    expect(await of('0b5c9d1e-6f0e-4a52-9d3c-0a8f2c1d7e11', expires, signature)).toBeNull();
    expect(await attemptOfSign(contextWith('another secret'), attempt.checkoutSign ?? '')).toBeNull();
  });

  it('is bound to amount, attempt and application', async () => {
    for (const change of [{ amountCents: 1 }, { attempt: 9 }, { processId: await newProcess() }]) {
      const attempt = await open(5, await newProcess());
      await storage.db.updateTable('payment').set(change).where('id', '=', attempt.id).execute();
      expect(await attemptOfSign(contextWith(), attempt.checkoutSign ?? '')).toBeNull();
    }
  });
});

it('an attempt that was replaced is shown as cancelled', () => {
  expect(viewState('superseded')).toBe('cancelled');
  expect(viewState('failed')).toBe('failed');
});
