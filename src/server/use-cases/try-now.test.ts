import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission, moveSubmission } from '#server/submission/row.ts';
import { askPaymentNow, deliveryMark, paymentMark, tryDeliveryNow } from './try-now.ts';

let storage: Storage;
let jobs: PgBoss;
beforeAll(async () => {
  storage = await openTestStorage();
  jobs = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  jobs.on('error', () => {});
  await jobs.start();
  for (const name of ['submission', 'payment-check']) {
    await jobs.createQueue(name);
    // The queue is known from now on; asking for it in a transaction would wait for the only connection.
    await jobs.send(name, {});
  }
});
afterAll(async () => {
  await jobs.stop({ graceful: false });
  await storage.close();
});
beforeEach(() => sql`delete from jobs.job`.execute(storage.db));

const now = new Date('2026-11-28T06:00:00Z');
const LATER = '2026-11-28T10:00:00.000Z';
const context = () =>
  ({
    storage,
    jobs,
    dataKeys: testKeys(),
    counts: { moved: () => undefined },
    log: { warn: () => undefined, error: () => undefined },
    now: () => now,
  }) as unknown as ServerContext;

const jobsOf = async (name: string) =>
  (await sql<{ data: object }>`select data from jobs.job where name = ${name}`.execute(storage.db)).rows.map(
    ({ data }) => data,
  );

describe('a delivery that waits', () => {
  async function waiting() {
    const row = processRow(now, { status: 'COMPLETED', context: json({ running: true }) });
    const put = await recorded(context(), async (trx) => {
      await trx.insertInto('process').values(row).execute();
      const submission = await insertSubmission(context(), trx, row.id, 'server');
      const first = { type: 'step.finished', step: 'GET_FILES', outcome: 'done' } as const;
      const begun = await moveSubmission(context(), trx, submission, first, 'server');
      const postponed = {
        type: 'step.postponed',
        step: 'CREATE_MESSAGE_ID',
        problem: 'PartnerUnavailable',
        nextTryAt: LATER,
        tryUntil: LATER,
      } as const;
      return begun && moveSubmission(context(), trx, begun, postponed, 'server');
    });
    return { id: row.id, mark: put ? deliveryMark(put) : '' };
  }
  const stateOf = (id: string) =>
    storage.db.selectFrom('submission').select('state').where('processId', '=', id).executeTakeFirst();

  it('is tried now, by the operator, and by one of two who ask at once', async () => {
    const { id, mark } = await waiting();
    const both = await Promise.all([
      tryDeliveryNow(context(), id, mark),
      tryDeliveryNow(context(), id, mark),
    ]);
    expect(both.toSorted()).toEqual(['done', 'moved']);
    expect(await stateOf(id)).toEqual({ state: 'CREATE_MESSAGE_ID' });
    expect(await jobsOf('submission')).toEqual([{ processId: id }]);
    const journal = await storage.db
      .selectFrom('journal')
      .select(['event', 'mover'])
      .where('processId', '=', id)
      .where('mover', '=', 'operator')
      .execute();
    expect(journal).toEqual([{ event: 'step.resumed', mover: 'operator' }]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'has been tried since',
      (id) =>
        sql`update submission set context = jsonb_set(context, '{tries}', '2') where process_id = ${id}`.execute(
          storage.db,
        ),
    ],
    [
      'is being tried',
      (id) =>
        sql`update submission set lease_owner = 'other', lease_until = now() + interval '1 minute'
          where process_id = ${id}`.execute(storage.db),
    ],
    [
      'has failed since',
      (id) =>
        sql`update submission set state = 'SUBMISSION_FAILURE' where process_id = ${id}`.execute(storage.db),
    ],
    ['is gone', (id) => sql`delete from process where id = ${id}`.execute(storage.db)],
  ])('is left alone when it %s', async (_what, happen) => {
    const { id, mark } = await waiting();
    await happen(id);
    const before = await stateOf(id);
    expect(await tryDeliveryNow(context(), id, mark)).toBe('moved');
    expect(await stateOf(id)).toEqual(before);
    expect(await jobsOf('submission')).toEqual([]);
  });
});

describe('a payment without an outcome', () => {
  async function open(change: object = {}) {
    const payment = {
      id: randomUUID(),
      processId: randomUUID(),
      attempt: 1,
      state: 'pending',
      context: json({}),
      amountCents: 100,
      endPointId: 'authority',
      transactionId: randomUUID(),
      reference: null,
      redirectUrl: null,
      method: null,
      checkoutSign: null,
      createdAt: now,
      changedAt: now,
      askedUntil: now,
      checks: 3,
      ...change,
    } as const;
    await storage.db
      .insertInto('payment')
      .values(payment as never)
      .execute();
    return { processId: payment.processId, paymentId: payment.id };
  }
  const seen = paymentMark({ state: 'pending', checks: 3 });

  it('is asked about by one job, also after its time', async () => {
    const payment = await open();
    expect(await askPaymentNow(context(), payment, seen)).toBe('done');
    expect(await askPaymentNow(context(), payment, seen)).toBe('done');
    expect(await jobsOf('payment-check')).toEqual([{ paymentId: payment.paymentId }]);
  });

  it.each([
    ['paid', { state: 'paid' }],
    ['asked about since', { checks: 4 }],
    ['unknown to the provider', { transactionId: null }],
  ])('is left alone when it is %s', async (_what, change) => {
    expect(await askPaymentNow(context(), await open(change), seen)).toBe('moved');
    expect(await jobsOf('payment-check')).toEqual([]);
  });

  it('is found by its own application alone', async () => {
    const { paymentId } = await open();
    for (const about of [
      { processId: randomUUID(), paymentId },
      { processId: randomUUID(), paymentId: 'no id' },
    ])
      expect(await askPaymentNow(context(), about, seen)).toBe('moved');
  });
});
