import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RefundOperator, RefundStep } from '#domain/refund-steps.ts';
import type { ServerContext } from '#server/context.ts';
import { refundMark } from '#server/payment/refund.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { markRefund } from './mark-refund.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

const now = new Date('2026-11-28T06:00:00Z');
const jensen = { subject: 'jensen', name: 'Kirsten Jensen' };
const boysen = { subject: 'boysen', name: 'Malte Boysen' };
const token: RefundOperator = null;

const context = (REFUND_BY_TWO: boolean) =>
  ({
    storage,
    config: { REFUND_BY_TWO },
    now: () => now,
    counts: { moved: () => {} },
  }) as unknown as ServerContext;

async function noted(): Promise<string> {
  const paymentId = randomUUID();
  await storage.db
    .insertInto('refund')
    .values({
      paymentId,
      processId: randomUUID(),
      transactionId: 't',
      reference: null,
      endPointId: 'authority',
      amountCents: 6000,
      notedAt: now,
    })
    .execute();
  return paymentId;
}

const rowOf = (paymentId: string) =>
  storage.db
    .selectFrom('refund')
    .select(['proposed', 'refundedAt', 'refunded'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow();

/** Takes a step as somebody who has just looked, unless something else is said. */
const take = async (
  paymentId: string,
  step: RefundStep,
  { by = jensen as RefundOperator, byTwo = true, note = 'Nr. 4711', seen = '' } = {},
) =>
  markRefund(context(byTwo), {
    paymentId,
    step,
    by,
    mayRepair: true,
    note,
    seen: seen || refundMark(await rowOf(paymentId)),
  });

const open = { proposed: null, refundedAt: null, refunded: null };

describe('by one operator', () => {
  it('is noted as returned, with who, when and the note', async () => {
    const id = await noted();
    expect(await take(id, 'mark', { byTwo: false })).toBe('done');
    expect(await rowOf(id)).toEqual({
      proposed: null,
      refundedAt: now,
      refunded: { by: jensen, note: 'Nr. 4711' },
    });
  });

  it('is noted by the token, too, and says so', async () => {
    const id = await noted();
    expect(await take(id, 'mark', { byTwo: false, by: token })).toBe('done');
    expect((await rowOf(id)).refunded).toEqual({ by: null, note: 'Nr. 4711' });
  });

  it('is noted by one of two who want that at once', async () => {
    const id = await noted();
    const seen = refundMark(open);
    const both = await Promise.all([
      take(id, 'mark', { byTwo: false, seen, note: 'one' }),
      take(id, 'mark', { byTwo: false, seen, note: 'other', by: boysen }),
    ]);
    expect(both.toSorted()).toEqual(['done', 'moved']);
    const winner = both[0] === 'done' ? { by: jensen, note: 'one' } : { by: boysen, note: 'other' };
    expect((await rowOf(id)).refunded).toEqual(winner);
  });

  it('is not noted again', async () => {
    const id = await noted();
    await take(id, 'mark', { byTwo: false });
    const before = await rowOf(id);
    for (const step of ['mark', 'propose', 'confirm', 'discard'] as const)
      expect(await take(id, step, { byTwo: false, by: boysen })).toBe('moved');
    expect(await rowOf(id)).toEqual(before);
  });

  it('needs a refund', async () => {
    const paymentId = randomUUID();
    const move = {
      paymentId,
      step: 'mark',
      by: jensen,
      mayRepair: true,
      note: 'n',
      seen: refundMark(open),
    } as const;
    expect(await markRefund(context(false), move)).toBe('moved');
  });
});

describe('by two operators', () => {
  it('is proposed by one and confirmed by another', async () => {
    const id = await noted();
    expect(await take(id, 'propose')).toBe('done');
    const proposed = { at: now.toISOString(), by: jensen, note: 'Nr. 4711' };
    expect(await rowOf(id)).toEqual({ ...open, proposed });
    expect(await take(id, 'confirm', { by: boysen, note: 'Kontoauszug' })).toBe('done');
    expect(await rowOf(id)).toEqual({
      proposed,
      refundedAt: now,
      refunded: { by: boysen, note: 'Kontoauszug' },
    });
  });

  it('is never noted by one alone', async () => {
    const id = await noted();
    expect(await take(id, 'mark')).toBe('moved');
    expect(await take(id, 'confirm')).toBe('moved');
    expect(await rowOf(id)).toEqual(open);
    await take(id, 'propose');
    expect(await take(id, 'mark', { by: boysen })).toBe('moved');
    expect((await rowOf(id)).refundedAt).toBeNull();
  });

  it.each<[string, RefundOperator, RefundOperator, 'done' | 'same']>([
    ['by the same person, under another name', jensen, { ...jensen, name: 'K. Jensen' }, 'same'],
    ['by the token, which has proposed it', token, token, 'same'],
    ['by another person of the same name', jensen, { ...jensen, subject: 'jensen-2' }, 'done'],
    ['by a person after the token', token, jensen, 'done'],
    ['by the token after a person', jensen, token, 'done'],
  ])('is confirmed %s: %j, %j, %s', async (_how, first, second, outcome) => {
    const id = await noted();
    await take(id, 'propose', { by: first });
    expect(await take(id, 'confirm', { by: second })).toBe(outcome);
    expect((await rowOf(id)).refundedAt).toEqual(outcome === 'done' ? now : null);
  });

  it.each([jensen, boysen, token])('is open again once %j has discarded the proposal', async (by) => {
    const id = await noted();
    await take(id, 'propose');
    const seen = refundMark(await rowOf(id));
    expect(await take(id, 'discard', { by })).toBe('done');
    expect(await rowOf(id)).toEqual(open);
    expect(await take(id, 'confirm', { by: boysen, seen })).toBe('moved');
  });

  it('is not confirmed by whoever saw another proposal', async () => {
    const id = await noted();
    await take(id, 'propose');
    const seen = `2026-11-01T00:00:00.000Z/`;
    expect(await take(id, 'confirm', { by: boysen, seen })).toBe('moved');
    expect((await rowOf(id)).refundedAt).toBeNull();
  });

  it('has one proposal of two that are made at once', async () => {
    const id = await noted();
    const seen = refundMark(open);
    const both = await Promise.all([
      take(id, 'propose', { seen }),
      take(id, 'propose', { seen, by: boysen }),
    ]);
    expect(both.toSorted()).toEqual(['done', 'moved']);
  });
});
