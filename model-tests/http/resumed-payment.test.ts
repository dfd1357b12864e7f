import { afterAll, beforeAll, expect, it } from 'vitest';
import { complete, fillIn, offerOf } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';

/** Days after which the provider is no longer asked about a payment that nobody has taken up again. */
const ASKED_FOR_DAYS = 14;

/** Jobs look ten seconds after a person was sent to the provider. */
const patiently = { interval: 500, timeout: 30_000 };

let portal: Portal;
let log = '';
beforeAll(async () => {
  portal = await startPortal({
    script: clockedServer,
    environment: { LOG_LEVEL: 'error' },
    output: (text) => {
      log += text;
    },
  });
});
afterAll(() => portal?.close());

/** The person comes again another day. */
async function logIn(): Promise<PortalClient> {
  const person = portal.client();
  await person.logIn('thomsen:Elster');
  return person;
}
const get = (person: PortalClient, id: string) => person.call('getProcess', { params: { id }, query: {} });

async function start(person: PortalClient, processId: string) {
  const { version } = await get(person, processId);
  const { redirectUrl, process } = await person.call('startPayment', {
    params: { processId },
    body: { version },
  });
  return {
    transactionId: new URL(redirectUrl!).pathname.split('/').at(-1)!,
    sign: process.paymentCheckoutSign!,
  };
}

/** A payment that is open for longer than the provider is asked about it. */
async function forgotten() {
  expect(offerOf('fischereischein').draftRetentionDays).toBeGreaterThan(ASKED_FOR_DAYS + 1);
  const person = await logIn();
  const { id } = await fillIn(person, 'fischereischein');
  await complete(person, id);
  const payment = await start(person, id);
  await portal.passDays(ASKED_FOR_DAYS + 1);
  return { id, ...payment };
}
const pay = (transactionId: string) =>
  portal.partners.payment.control({ action: 'settle', transactionId, outcome: 'PAYED', method: 'PAYPAL' });
const comeBack = (sign: string) =>
  portal.client().call('completePayment', { query: { result: 'ok', id: sign } });

it('is found paid when the person closes the page of the provider at once', async () => {
  const { id, transactionId } = await forgotten();
  await expect.poll(() => log, patiently).toContain('payment without an outcome');
  await portal.passMinute();
  const person = await logIn();
  expect(await start(person, id)).toMatchObject({ transactionId });
  await pay(transactionId);
  await expect.poll(async () => (await get(person, id)).status, patiently).toBe('SUBMITTED');
  expect(log.match(/payment without an outcome/g), 'nobody has asked in between').toHaveLength(1);
});

it('takes the person back from the address that the provider has had all the time', async () => {
  const { id, transactionId, sign } = await forgotten();
  const refused = await comeBack(sign).catch((error) => (error as Refused).problem);
  expect(refused).toMatchObject({ code: 'not-found' });
  await start(await logIn(), id);
  await pay(transactionId);
  expect(await comeBack(sign)).toMatchObject({ processId: id, paymentState: 'paid' });
});

it('keeps the application for as long as it can be paid', async () => {
  const { id, transactionId, sign } = await forgotten();
  const { draftRetentionDays } = offerOf('fischereischein');
  await portal.passDays(draftRetentionDays - ASKED_FOR_DAYS - 2);
  await start(await logIn(), id);
  await portal.passDays(2);
  await portal.passMinute();
  await pay(transactionId);
  expect(await comeBack(sign)).toMatchObject({ application: { status: 'PAID', running: true } });
});
