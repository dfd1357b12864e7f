import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { PaymentCommand } from '#stand-ins/payment/control.ts';
import { itLater } from '../later.ts';
import { complete, fillIn, offerOf, type ServiceName, settled } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
  person = portal.client();
  await person.logIn('thomsen:Elster');
});
afterAll(() => portal?.close());
afterEach(() => portal.partners.payment.faults.end());

const provider = (command: PaymentCommand) => portal.partners.payment.control(command);
const settle = (transactionId: string, outcome: 'PAYED' | 'FAILED' | 'CANCELED') =>
  provider({ action: 'settle', transactionId, outcome, method: outcome === 'PAYED' ? 'PAYPAL' : null });

const sending = { nextStep: 'submission', running: true, hasUser: true };
/** Answer to the payment window after the last missing step. */
const paidFor = (processId: string) => ({
  processId,
  paymentState: 'paid',
  refundCents: 0,
  application: { status: 'PAID', ...sending },
});
/** Waits until the application is sent without a request: paid means sent. */
const sent = (id: string) =>
  expect.poll(async () => (await get(id)).status, { interval: 200 }).toBe('SUBMITTED');

const get = (id: string) => person.call('getProcess', { params: { id }, query: {} });
const check = (processId: string) => person.call('checkPayment', { params: { processId } });
const start = async (processId: string, client = person) => {
  const { version } = await client.call('getProcess', { params: { id: processId }, query: {} });
  return client.call('startPayment', { params: { processId }, body: { version } });
};
const transactionOf = ({ redirectUrl }: { redirectUrl: string | null }) =>
  new URL(redirectUrl!).pathname.split('/').at(-1)!;

describe('what is known of a payment before it is begun', () => {
  const dataOf = (service: ServiceName) =>
    person.call('getPaymentData', { query: { metadataId: offerOf(service).metadataId } });

  it('is the ways to pay that were agreed with the provider', async () => {
    expect(await dataOf('fischereischein')).toMatchObject({
      currency: 'EUR',
      methods: ['CREDITCARD', 'PAYPAL'],
    });
  });

  it('is nothing for a form that is free', async () => {
    expect(await dataOf('wohngeld')).toEqual({
      feeType: 'FREE',
      amountCents: 0,
      currency: null,
      methods: [],
    });
  });
});

/** A fishing permit for five years (60 €), ready to be paid. */
async function payable(duration = 'five'): Promise<ProcessView> {
  const { id } = await fillIn(person, 'fischereischein', { change: { duration } });
  return complete(person, id);
}

/** A payment that has been opened. */
async function opened() {
  const { id } = await payable();
  const payment = await start(id);
  return { id, transactionId: transactionOf(payment), sign: payment.process.paymentCheckoutSign! };
}

async function changeDuration(id: string, duration: string): Promise<ProcessView> {
  const { data, version } = await person.openForm({ params: { id }, query: {} });
  await person.call('saveProgress', {
    params: { id },
    body: { version, data: { ...data, duration }, page: null },
  });
  return get(id);
}

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );

const books = () =>
  JSON.parse(readFileSync(path.join(portal.stateDir, 'payment/payments.json'), 'utf8')) as {
    transactionId: string;
    request: { redirectUrl: string; grosAmount?: number; grossAmount?: number };
  }[];

/** Transactions in the provider's records whose return address ends with this checkout sign. */
const signed = (sign: string): string[] =>
  books().flatMap(({ transactionId, request }) =>
    request.redirectUrl.endsWith(sign) ? [transactionId] : [],
  );

/** The refunds recorded for the operator, read from the database as an operator would. */
const refunds = () =>
  storedRows(portal, (db) => db.selectFrom('refund').select(['transactionId', 'amountCents']).execute());

const toReturn: string[] = [];

describe('a payment', () => {
  // Checked at the end: the server comes back to it automatically.
  it('can turn out paid when its draft has been deleted', async () => {
    const { id, transactionId } = await opened();
    await settle(transactionId, 'FAILED');
    await check(id);
    await person.call('deleteDraft', { query: { id } });
    await settle(transactionId, 'PAYED');
    expect(await problemOf(get(id))).toMatchObject({ status: 404 });
    toReturn.push(transactionId);
  });

  it('that succeeds leads to the submission, with the amount in the result', async () => {
    const { id, transactionId, sign } = await opened();
    await settle(transactionId, 'PAYED');
    const returned = await person.call('completePayment', { query: { result: 'PAYED', id: sign } });
    expect(returned).toEqual(paidFor(id));
    expect(await settled(person, id)).toMatchObject({
      status: 'SUBMITTED',
      result: { paymentAmount: 6000 },
      paymentMethod: 'PAYPAL',
    });
  });

  it.each([
    ['FAILED', 'failed'],
    ['CANCELED', 'cancelled'],
  ] as const)('that ends as %s can be tried again with a new transaction', async (outcome, state) => {
    const { id, transactionId } = await opened();
    await settle(transactionId, outcome);
    expect(await check(id)).toMatchObject({
      status: 'PAYMENT_FAILURE',
      payment: { state, redirectUrl: null },
    });
    const isCancelled = async () =>
      (await person.call('listDrafts', { query: {} })).find((it) => it.id === id)?.paymentCancelled;
    expect(await isCancelled()).toBe(state === 'cancelled' ? true : undefined);
    const other = transactionOf(await start(id));
    expect(await isCancelled(), 'not while another one is open').toBeUndefined();
    await settle(other, 'FAILED');
    await check(id);
    expect(await isCancelled(), 'the last one counts').toBeUndefined();
    const again = transactionOf(await start(id));
    expect(again).not.toBe(transactionId);
    await settle(again, 'PAYED');
    expect(await check(id)).toMatchObject({ facts: { paidCents: 6000, refundDueCents: 0 } });
    await sent(id);
  });

  itLater('is found by the service when the window is closed without a word', async () => {
    const { id, transactionId } = await opened();
    await settle(transactionId, 'PAYED');
    await sent(id);
  });

  itLater('is found by the service after it was killed in between', async () => {
    const { id, transactionId } = await opened();
    await portal.kill();
    await settle(transactionId, 'PAYED');
    await portal.start();
    await expect
      .poll(async () => (await get(id)).status, { timeout: 120_000, interval: 500 })
      .toBe('SUBMITTED');
  });

  it('counts when it is reported as paid after it failed', async () => {
    const { id, transactionId } = await opened();
    await settle(transactionId, 'FAILED');
    expect((await check(id)).status).toBe('PAYMENT_FAILURE');
    await settle(transactionId, 'PAYED');
    expect(await check(id)).toMatchObject({ facts: { paidCents: 6000, refundDueCents: 0 } });
    await sent(id);
  });

  it('stops a change of the data that it has paid for in the meantime', async () => {
    const { id, transactionId } = await opened();
    await settle(transactionId, 'FAILED');
    await check(id);
    await settle(transactionId, 'PAYED');
    expect(await problemOf(changeDuration(id, 'one'))).toMatchObject({ status: 409, processStatus: 'PAID' });
  });

  it('pays the changed data when the fee is still the same', async () => {
    const { id, transactionId } = await opened();
    await settle(transactionId, 'CANCELED');
    await check(id);
    await changeDuration(id, 'five');
    await settle(transactionId, 'PAYED');
    expect(await check(id)).toMatchObject({ status: 'EDITING', facts: { paidCents: 6000 } });
    expect(await complete(person, id)).toMatchObject({
      status: 'COMPLETED',
      facts: { paidCents: 6000, running: true },
    });
    expect((await settled(person, id)).result?.paymentAmount).toBe(6000);
  });

  it('is to be returned when the changed data costs something else, and the new fee is paid on its own', async () => {
    const { id, transactionId } = await opened();
    await settle(transactionId, 'CANCELED');
    await check(id);
    await changeDuration(id, 'one');
    await settle(transactionId, 'PAYED');
    await check(id);
    expect(await complete(person, id)).toMatchObject({
      facts: { feeCents: 2000, paidCents: 0, refundDueCents: 6000 },
    });
    const second = transactionOf(await start(id));
    await settle(second, 'PAYED');
    await check(id);
    const { result } = await settled(person, id);
    expect(result?.paymentAmount).toBe(2000);
    const { metadata } = await portal.delivery.submission(result!.externalId);
    expect(JSON.stringify(metadata)).toContain(second);
    expect(JSON.stringify(metadata)).not.toContain(transactionId);
    toReturn.push(transactionId);
  });
});

describe('two windows', () => {
  /** Begins a payment in one window; while the provider is slow, the other window changes the data. */
  async function changedMeanwhile(id: string, version: number, then: () => Promise<void>) {
    const { faults } = portal.partners.payment;
    faults.set({ fault: 'slow', delayMs: 9_000 });
    const begun = problemOf(person.call('startPayment', { params: { processId: id }, body: { version } }));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await changeDuration(id, 'one');
    await complete(person, id);
    await then();
    faults.end();
    return begun;
  }

  /** Pays the transaction that the provider opened last. */
  const settleNewest = async () =>
    (await provider({ action: 'settle', outcome: 'PAYED', method: 'PAYPAL' })).transactionId!;

  it('lead nobody to a fee that is not due any more, and the application can be changed, paid and deleted', async () => {
    const { id, version } = await payable();
    const refused = await changedMeanwhile(id, version, async () => {});
    expect(refused).toMatchObject({ status: 409, code: 'version-conflict', processStatus: 'COMPLETED' });
    const present = await get(id);
    expect(present).toMatchObject({ status: 'COMPLETED', facts: { feeCents: 2000, paidCents: 0 } });
    expect(present.payment).toMatchObject({ amountCents: 6000, state: 'cancelled', redirectUrl: null });

    // A transaction opened in vain can still be paid at the provider, and the money is then to be returned.
    const stale = await settleNewest();
    await check(id);
    expect(await get(id)).toMatchObject({
      status: 'COMPLETED',
      facts: { paidCents: 0, refundDueCents: 6000 },
    });
    toReturn.push(stale);
    await changeDuration(id, 'five');
    await changeDuration(id, 'one');
    await complete(person, id);
    expect((await start(id)).process.payment).toMatchObject({ amountCents: 2000, state: 'pending' });
  });

  it('keep the transaction of a payment that was replaced before the provider had answered', async () => {
    const { id, version } = await payable();
    let second = '';
    const refused = await changedMeanwhile(id, version, async () => {
      second = transactionOf(await start(id));
    });
    expect(refused).toMatchObject({
      status: 409,
      code: 'version-conflict',
      processStatus: 'PAYMENT_PENDING',
    });
    const stale = await settleNewest();
    expect(stale).not.toBe(second);
    await settle(second, 'PAYED');
    await check(id);
    expect((await settled(person, id)).facts).toMatchObject({ paidCents: 2000, refundDueCents: 6000 });
    toReturn.push(stale);
  });

  it('open one transaction at the provider, whoever is first', async () => {
    const { id, version } = await payable();
    const payments = await Promise.all(
      [1, 2, 3].map(() =>
        person.call('startPayment', { params: { processId: id }, body: { version } }).catch(() => null),
      ),
    );
    const transactions = payments.flatMap((payment) => (payment ? [transactionOf(payment)] : []));
    expect(new Set(transactions).size).toBe(1);
    expect(transactionOf(await start(id))).toBe(transactions[0]);
    expect(signed((await get(id)).paymentCheckoutSign!)).toHaveLength(1);
  });

  it('cannot pay again after the payment', async () => {
    const { id, transactionId } = await opened();
    await settle(transactionId, 'PAYED');
    expect(await problemOf(start(id))).toMatchObject({ status: 409 });
    expect(await get(id)).toMatchObject({ payment: { state: 'paid' }, facts: { paidCents: 6000 } });
  });

  it('find the payment paid when they go back to it later', async () => {
    const { id, transactionId, sign } = await opened();
    await settle(transactionId, 'PAYED');
    await person.call('completePayment', { query: { result: 'PAYED', id: sign } });
    const late = await person.call('completePayment', { query: { result: 'CANCELED', id: sign } });
    expect(late).toMatchObject({ processId: id, paymentState: 'paid', refundCents: 0 });
  });
});

describe('a provider that is down', () => {
  it('leaves the application as it was, and the repeat works', async () => {
    const before = await payable();
    portal.partners.payment.faults.set({ fault: 'down', requests: 50 });
    expect(await problemOf(start(before.id))).toMatchObject({ status: 503, code: 'payment-unavailable' });
    expect(await get(before.id)).toMatchObject({ status: 'COMPLETED', version: before.version });
    portal.partners.payment.faults.end();
    expect((await start(before.id)).process.status).toBe('PAYMENT_PENDING');
  });

  it('opens no second transaction when its first answer got lost', async () => {
    const { id, version } = await payable();
    portal.partners.payment.faults.set({ fault: 'dropAnswer' });
    await problemOf(person.call('startPayment', { params: { processId: id }, body: { version } }));
    await start(id);
    expect(signed((await get(id)).paymentCheckoutSign!)).toHaveLength(1);
  });
});

describe('the return from the payment page', () => {
  it('does not believe the address', async () => {
    const { id, sign } = await opened();
    const lie = await person.call('completePayment', { query: { result: 'PAYED', id: sign } });
    expect(lie).toEqual({
      processId: id,
      paymentState: 'pending',
      refundCents: 0,
      application: { status: 'PAYMENT_PENDING', nextStep: 'payment', running: false, hasUser: true },
    });
  });

  it('says that money which pays nothing is to be returned, also when the draft is gone', async () => {
    const { id, transactionId, sign } = await opened();
    await settle(transactionId, 'CANCELED');
    await check(id);
    await person.call('deleteDraft', { query: { id } });
    await settle(transactionId, 'PAYED');
    const returned = await person.call('completePayment', { query: { result: 'PAYED', id: sign } });
    expect(returned).toEqual({
      processId: id,
      paymentState: 'paid',
      refundCents: 6000,
      application: null,
    });
    toReturn.push(transactionId);
  });

  it('says of each payment what becomes of its own money', async () => {
    const first = await opened();
    await settle(first.transactionId, 'FAILED');
    await check(first.id);
    const again = await start(first.id);
    const second = { transactionId: transactionOf(again), sign: again.process.paymentCheckoutSign! };
    await settle(first.transactionId, 'PAYED');
    await check(first.id);
    const about = ({ sign }: { sign: string }) =>
      person.call('completePayment', { query: { result: 'PAYED', id: sign } });
    expect(await about(second)).toMatchObject({
      processId: first.id,
      paymentState: 'cancelled',
      refundCents: 0,
      application: { status: 'PAID', nextStep: 'submission' },
    });
    await settle(second.transactionId, 'PAYED');
    expect(await about(second)).toMatchObject({ paymentState: 'paid', refundCents: 6000 });
    expect(await about(first)).toMatchObject({ paymentState: 'paid', refundCents: 0 });
    toReturn.push(second.transactionId);
  });

  it('knows a sign that was forged, borrowed or made to last longer', async () => {
    const one = await opened();
    const other = await opened();
    const [id, expires, signature] = one.sign.split('.');
    const [otherId, , otherSignature] = other.sign.split('.');
    const forgeries = [
      `${id}.${expires}.${signature?.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
      `${id}.${expires}.${otherSignature}`,
      `${otherId}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${Number(expires) - 15 * 24 * 3600}.${signature}`,
      `${id}.${expires}.`,
      one.id,
      "' or 1=1 --",
    ];
    for (const forged of forgeries) {
      const call = person.call('completePayment', { query: { result: 'PAYED', id: forged } });
      expect(await problemOf(call), forged).toMatchObject({ status: 404 });
    }
  });
});

describe('the operator', () => {
  it('finds noted what is to be returned, and nothing else', async () => {
    const noted = await refunds();
    expect(noted).toHaveLength(toReturn.length);
    expect(noted).toEqual(
      expect.arrayContaining(toReturn.map((transactionId) => ({ transactionId, amountCents: 6000 }))),
    );
  });
});

/** The request for a payment in the provider's records. */
const requestAtProvider = (id: string) => books().find(({ transactionId }) => transactionId === id)?.request;

describe('the version of the standard that the provider speaks', () => {
  itLater('is 1.0 unless the configuration says another', async () => {
    const { transactionId } = await opened();
    expect(await requestAtProvider(transactionId)).toMatchObject({ grosAmount: 60 });
    await portal.stop();
    await portal.start({ PAYMENT_VERSION: '1.2' });
    const later = await opened();
    expect(await requestAtProvider(later.transactionId)).toMatchObject({ grossAmount: 60 });
  });
});
