import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { attemptsOf } from '#server/payment/attempt.ts';
import type { ProviderPaymentState } from '#server/ports/payment.ts';
import type { Session } from '#server/sessions/session.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { checkPayments, delaySeconds, runPaymentCheck } from '#server/use-cases/check-payment.ts';
import { deleteDraft } from '#server/use-cases/delete-draft.ts';
import { startPayment } from '#server/use-cases/start-payment.ts';
import { confirm, fillIn, goToPay, nobodysSession, payAgain, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  session = await nobodysSession(server.context);
});

async function told(id: string, transactionId: string, state: ProviderPaymentState | null): Promise<void> {
  server.report(transactionId, state);
  await checkPayments(server.context, id);
}
const statusOf = async (id: string) => (await stored(server.context, id)).status;
const statesOf = async (id: string) =>
  (await server.context.storage.db.transaction().execute((trx) => attemptsOf(trx, id))).map(
    ({ state }) => state,
  );
const refundsOf = (id: string) =>
  server.context.storage.db
    .selectFrom('refund')
    .select(['transactionId', 'amountCents'])
    .where('processId', '=', id)
    .execute();
const change = async (id: string, duration: 'one' | 'five') => {
  const { version, data } = await stored(server.context, id);
  return changeData(server.context, session, id, { version, data: { ...data, duration }, page: null });
};

/** A payment of data that was changed while the provider opened it. */
async function changedMeanwhile() {
  const { context } = server;
  const confirmed = await confirm(context, session, await fillIn(context, session, 'fischereischein'));
  const { id, version } = confirmed;
  const provider = context.paymentProvider;
  context.paymentProvider = {
    ...provider,
    start: async (payment) => {
      const opened = await provider.start(payment);
      await change(id, 'one');
      return opened;
    },
  };
  await expect(startPayment(context, session, id, { version })).rejects.toThrow('version-conflict');
  context.paymentProvider = provider;
  const [old] = await context.storage.db
    .selectFrom('payment')
    .select('transactionId')
    .where('processId', '=', id)
    .execute();
  return { id, old: old!.transactionId! };
}

/** Such a payment, and one of the new data, which can be paid. */
async function replaced() {
  const { context } = server;
  const { id, old } = await changedMeanwhile();
  await confirm(context, session, await stored(context, id));
  const { transactionId } = await payAgain(context, session, id);
  expect([await statusOf(id), await statesOf(id)]).toEqual(['PAYMENT_PENDING', ['pending', 'superseded']]);
  return { id, old, present: transactionId };
}

it.each(['failed', 'cancelled'] as const)(
  'a payment that has %s is told to its application',
  async (state) => {
    const { id, transactionId } = await goToPay(server.context, session);
    expect(await statusOf(id)).toBe('PAYMENT_PENDING');
    await told(id, transactionId, state);
    expect([await statusOf(id), await statesOf(id)]).toEqual(['PAYMENT_FAILURE', [state]]);
  },
);

it.each(['failed', 'cancelled'] as const)(
  'a replaced one that has %s does not end the present one',
  async (state) => {
    const { id, old, present } = await replaced();
    await told(id, old, state);
    expect(await statusOf(id)).toBe('PAYMENT_PENDING');
    await told(id, present, 'paid');
    expect(await refundsOf(id)).toEqual([]);
    expect((await stored(server.context, id)).context).toMatchObject({ paidCents: 2000, refundDueCents: 0 });
  },
);

it('money that comes while the data is changed waits for the new fee, and is to be returned where it does not fit', async () => {
  const { id, old } = await changedMeanwhile();
  for (const state of ['failed', 'paid'] as const) await told(id, old, state);
  expect([await statusOf(id), await statesOf(id), await refundsOf(id)]).toEqual(['EDITING', ['paid'], []]);
  await confirm(server.context, session, await stored(server.context, id));
  expect(await refundsOf(id)).toEqual([{ transactionId: old, amountCents: 6000 }]);
});

it('one that the provider does not know has failed', async () => {
  const { id, transactionId } = await goToPay(server.context, session);
  await told(id, transactionId, null);
  expect([await statusOf(id), await statesOf(id)]).toEqual(['PAYMENT_FAILURE', ['failed']]);
});

it('an answer that says nothing new changes nothing', async () => {
  const { id, transactionId } = await goToPay(server.context, session);
  const before = await stored(server.context, id);
  await told(id, transactionId, 'pending');
  expect(await stored(server.context, id)).toEqual(before);
});

it('money for a replaced one is to be returned', async () => {
  const { id, old, present } = await replaced();
  await told(id, old, 'paid');
  expect(await refundsOf(id)).toEqual([{ transactionId: old, amountCents: 6000 }]);
  await told(id, present, 'paid');
  expect(await refundsOf(id)).toHaveLength(1);
});

it('money that comes after a failure pays the fee, and replaces what was begun since', async () => {
  const { id, transactionId } = await goToPay(server.context, session);
  await told(id, transactionId, 'failed');
  const second = await payAgain(server.context, session, id);
  await told(id, transactionId, 'paid');
  expect(await statesOf(id)).toEqual(['superseded', 'paid']);
  expect(await refundsOf(id)).toEqual([]);
  await told(id, second.transactionId, 'paid');
  expect(await refundsOf(id)).toEqual([{ transactionId: second.transactionId, amountCents: 6000 }]);
});

it('money for an application that is gone is to be returned', async () => {
  const { id, transactionId } = await goToPay(server.context, session);
  await told(id, transactionId, 'failed');
  await deleteDraft(server.context, session, id, false);
  await told(id, transactionId, 'paid');
  expect(await refundsOf(id)).toEqual([{ transactionId, amountCents: 6000 }]);
});

it('a payment without money of an application that is gone is nothing to return', async () => {
  const { id, transactionId } = await goToPay(server.context, session);
  await server.context.storage.db.deleteFrom('process').where('id', '=', id).execute();
  await told(id, transactionId, 'failed');
  expect([await statesOf(id), await refundsOf(id)]).toEqual([['failed'], []]);
});

describe('the question about a payment', () => {
  const ask = async (paymentId: string) => {
    await server.loseJobs();
    await runPaymentCheck(server.context, paymentId);
    return server.jobsOf('payment-check');
  };
  const checks = async () =>
    (await server.context.storage.db.selectFrom('payment').select('checks').executeTakeFirstOrThrow()).checks;

  it('is asked again until the outcome is final, and counted', async () => {
    const { transactionId, paymentId } = await goToPay(server.context, session);
    const before = await checks();
    expect(await ask(paymentId)).toEqual([{ paymentId }]);
    expect(await checks()).toBe(before + 1);
    server.report(transactionId, 'paid');
    expect(await ask(paymentId)).toEqual([]);
    expect(await checks()).toBe(before + 1);
    expect(await ask(paymentId)).toEqual([]);
  });
  it('is asked again where the provider is away, and passes on what is no outage', async () => {
    const { paymentId } = await goToPay(server.context, session);
    const provider = server.context.paymentProvider;
    const failing = (error: Error) => {
      server.context.paymentProvider = { ...provider, status: async () => Promise.reject(error) };
    };
    failing(new PartnerUnavailable('payment', '503'));
    expect(await ask(paymentId)).toEqual([{ paymentId }]);
    failing(new Error('a bug'));
    await expect(ask(paymentId)).rejects.toThrow('a bug');
    server.context.paymentProvider = provider;
  });
  it('ends with the time for it', async () => {
    const { paymentId } = await goToPay(server.context, session);
    await server.context.storage.db
      .updateTable('payment')
      .set({ askedUntil: server.context.now() })
      .execute();
    expect(await ask(paymentId)).toEqual([]);
  });
  it('is asked after growing pauses of an hour at the most', () => {
    expect([0, 1, 2, 8, 9, 12, 40].map(delaySeconds)).toEqual([10, 20, 40, 2560, 3600, 3600, 3600]);
  });
});

it('a payment that is opened twice is one, and nobody is sent to a replaced one', async () => {
  const { id } = await replaced();
  const opened = await server.context.storage.db
    .selectFrom('payment')
    .select(['attempt', 'state', 'amountCents', 'redirectUrl'])
    .orderBy('attempt')
    .execute();
  expect(opened).toMatchObject([
    { attempt: 1, state: 'superseded', amountCents: 6000 },
    { attempt: 2, state: 'pending', amountCents: 2000, redirectUrl: expect.any(String) },
  ]);
  await payAgain(server.context, session, id);
  expect(await statesOf(id)).toEqual(['pending', 'superseded']);
});
