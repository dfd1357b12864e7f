import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createXbezahldienste, type XbezahldiensteConfig } from '#server/payment/xbezahldienste/adapter.ts';
import type { PaymentProvider, StartPayment } from '#server/ports/payment.ts';
import { type PaymentStandIn, startPaymentStandIn } from './server.ts';

const CLIENT = { clientId: 'portal', clientSecret: 'se:cret & more' };
const END_POINT = '01002000';
const asked: StartPayment = {
  requestId: '3f0c-1',
  endPointId: END_POINT,
  amountCents: 3070,
  purpose: 'Gebühr: Bewohnerparkausweis (Kiel)',
  description: 'Bewohnerparkausweis für Łukasz Ñuñez',
  returnUrl: 'http://localhost:8080/api/payment/complete?id=sign',
};

let stateDir: string;
let standIn: PaymentStandIn;
let provider: PaymentProvider;

function connect(change: Partial<XbezahldiensteConfig> = {}): PaymentProvider {
  const { baseUrl, tokenUrl } = standIn;
  return createXbezahldienste({
    baseUrl,
    tokenUrl,
    ...CLIENT,
    originatorId: 'portal-sh',
    timeoutMs: 20_000,
    ...change,
  });
}

function choose(redirectUrl: string | null, choice: string): Promise<Response> {
  const body = new URLSearchParams({ choice });
  return fetch(redirectUrl ?? '', { method: 'POST', body, redirect: 'manual' });
}

async function control(command: object): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  const url = `${standIn.origin}/control`;
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(command) })).status;
}

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'payment-'));
  standIn = await startPaymentStandIn({ port: 0, stateDir, ...CLIENT });
  provider = connect();
});

afterEach(async () => {
  await standIn.close();
  await rm(stateDir, { recursive: true });
});

describe('starting a payment', () => {
  it('answers an open transaction with its page', async () => {
    const started = await provider.start(asked);
    expect(started).toMatchObject({ state: 'pending', amountCents: 3070, method: null });
    expect(started.reference).toMatch(/^93\d{10}$/);
    const page = await (await fetch(started.redirectUrl ?? '')).text();
    expect(page).toContain('30,70');
    expect(page).toContain('Gebuehr Bewohnerparkausweis');
    expect(page).toContain('Łukasz Ñuñez');
    expect(page).toContain('Demonstration');
  });

  it('never starts a second transaction for the same request, not even for two at once', async () => {
    const [first, second] = await Promise.all([provider.start(asked), provider.start(asked)]);
    const third = await connect().start(asked);
    expect(second.transactionId).toBe(first.transactionId);
    expect(third.transactionId).toBe(first.transactionId);
  });

  it('answers the existing transaction when it has already been paid', async () => {
    const started = await provider.start(asked);
    await choose(started.redirectUrl, 'card');
    expect(await provider.start(asked)).toMatchObject({
      transactionId: started.transactionId,
      state: 'paid',
      redirectUrl: null,
    });
  });

  it('answers the amount that stands at the provider when the same request asks for another', async () => {
    await provider.start(asked);
    expect(await provider.start({ ...asked, amountCents: 9999 })).toMatchObject({ amountCents: 3070 });
  });

  it.each([1, 10, 1999, 8190, 99_999_900])('carries %i cents to the cent', async (amountCents) => {
    const started = await provider.start({ ...asked, amountCents });
    expect(started.amountCents).toBe(amountCents);
    const later = connect({ version: '1.2' });
    expect(await later.start({ ...asked, requestId: 'v1-2', amountCents })).toMatchObject({ amountCents });
  });

  it.each([
    { amountCents: 0 },
    { amountCents: 10.5 },
    { amountCents: 100_000_000 },
    { requestId: 'x'.repeat(37) },
    { endPointId: '../status' },
    { returnUrl: `http://localhost/${'x'.repeat(2082)}` },
  ])('refuses what the standard cannot carry: %o', async (change) => {
    await expect(provider.start({ ...asked, ...change })).rejects.toThrow(RangeError);
  });
});

describe('the outcome, asked for at the provider', () => {
  it.each([
    ['card', 'paid', 'CREDITCARD', 'PAYED'],
    ['paypal', 'paid', 'PAYPAL', 'PAYED'],
    ['cancel', 'cancelled', null, 'CANCELED'],
    ['fail', 'failed', null, 'FAILED'],
  ])('%s: %s, and the browser goes back with a hint', async (choice, state, method, hint) => {
    const { transactionId, redirectUrl } = await provider.start(asked);
    const answer = await choose(redirectUrl, choice);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${asked.returnUrl}&result=${hint}`);
    expect(await provider.status(END_POINT, transactionId)).toMatchObject({
      state,
      method,
      redirectUrl: null,
    });
  });

  it('is pending when the window was closed without a word', async () => {
    const { transactionId, redirectUrl } = await provider.start(asked);
    expect(await provider.status(END_POINT, transactionId)).toMatchObject({ state: 'pending', redirectUrl });
  });

  it('is paid when the payer paid but never came back', async () => {
    const { transactionId, redirectUrl } = await provider.start(asked);
    const answer = await choose(redirectUrl, 'payWithoutReturn');
    expect(answer.headers.get('location')).toBe(new URL(redirectUrl ?? '').pathname);
    expect(await provider.status(END_POINT, transactionId)).toMatchObject({ state: 'paid' });
  });

  it('turns to paid when a failed payment is made after all', async () => {
    const { transactionId, redirectUrl } = await provider.start(asked);
    await choose(redirectUrl, 'failHere');
    expect(await provider.status(END_POINT, transactionId)).toMatchObject({ state: 'failed' });
    expect(await (await fetch(redirectUrl ?? '')).text()).toContain('Doch noch zahlen');
    await choose(redirectUrl, 'card');
    expect(await provider.status(END_POINT, transactionId)).toMatchObject({ state: 'paid' });
  });

  it('stays paid whatever is pressed later', async () => {
    const { transactionId, redirectUrl } = await provider.start(asked);
    await choose(redirectUrl, 'card');
    await choose(redirectUrl, 'cancel');
    await control({ action: 'settle', outcome: 'FAILED' });
    expect(await provider.status(END_POINT, transactionId)).toMatchObject({ state: 'paid' });
  });

  it('comes late when the provider is slow to settle', async () => {
    const { transactionId } = await provider.start(asked);
    expect(await control({ action: 'settle', outcome: 'PAYED', method: 'PAYPAL', delayMs: 150 })).toBe(200);
    expect(await provider.status(END_POINT, transactionId)).toMatchObject({ state: 'pending' });
    await expect
      .poll(() => provider.status(END_POINT, transactionId))
      .toMatchObject({ state: 'paid', method: 'PAYPAL' });
  });

  it('is unknown for a transaction that the provider does not have', async () => {
    expect(await provider.status(END_POINT, 'nothing')).toBeNull();
    const { transactionId } = await provider.start(asked);
    expect(await provider.status('01003000', transactionId)).toBeNull();
  });
});

describe('a provider that restarts or times out', () => {
  it('keeps its transactions, and a token it has forgotten is fetched anew', async () => {
    const { transactionId, redirectUrl } = await provider.start(asked);
    await choose(redirectUrl, 'card');
    const port = Number(new URL(standIn.origin).port);
    await standIn.close();
    standIn = await startPaymentStandIn({ port, stateDir, ...CLIENT });
    expect(await provider.status(END_POINT, transactionId)).toMatchObject({
      state: 'paid',
      amountCents: 3070,
    });
  });

  it('lets a payment fail that nobody makes', async () => {
    await standIn.close();
    standIn = await startPaymentStandIn({ port: 0, stateDir, ...CLIENT, sessionMinutes: 0.001 });
    provider = connect();
    const { transactionId } = await provider.start(asked);
    await expect.poll(() => provider.status(END_POINT, transactionId)).toMatchObject({ state: 'failed' });
  });
});

describe('a provider in trouble', () => {
  it.each(['down', 'reset'] as const)('%s: says so, and works again afterwards', async (fault) => {
    standIn.faults.set({ fault, requests: 2 });
    await expect(provider.start(asked)).rejects.toThrow(PartnerUnavailable);
    await expect(provider.start(asked)).rejects.toThrow(PartnerUnavailable);
    expect(await provider.start(asked)).toMatchObject({ state: 'pending' });
  });

  it('starts nothing twice when the answer to the first start is lost', async () => {
    await provider.status(END_POINT, 'nothing');
    standIn.faults.set({ fault: 'dropAnswer' });
    await expect(provider.start(asked)).rejects.toThrow(PartnerUnavailable);
    const settled = await standIn.control({ action: 'settle', outcome: 'PAYED' });
    expect(settled.transactionId).not.toBeNull();
    expect(await provider.start(asked)).toMatchObject({
      transactionId: settled.transactionId,
      state: 'paid',
    });
  });

  it('gives up on a slow answer', async () => {
    standIn.faults.set({ fault: 'slow', delayMs: 1500 });
    const impatient = connect({ timeoutMs: 100 });
    await expect(impatient.status(END_POINT, 'x')).rejects.toThrow('payment: no answer within 100 ms');
  });

  it.each([
    ['a wrong secret', { clientSecret: 'wrong' }, 'refused (401)'],
    ['an address where nobody listens', { tokenUrl: 'http://127.0.0.1:1/oauth/token' }, 'the request failed'],
  ])('%s', async (_what, change, reason) => {
    const failing = connect(change);
    await expect(failing.start(asked)).rejects.toThrow(PartnerUnavailable);
    await expect(failing.start(asked)).rejects.toThrow(reason);
  });

  it('takes a page that is not the protocol for a fault, never for an unknown transaction', async () => {
    const misled = connect({ baseUrl: `${standIn.origin}/elsewhere` });
    await expect(misled.start(asked)).rejects.toThrow(PartnerUnavailable);
    await expect(misled.status(END_POINT, 'x')).rejects.toThrow('refused (404)');
    const atPages = connect({ baseUrl: `${standIn.origin}/pay` });
    await expect(atPages.start(asked)).rejects.toThrow(PartnerUnavailable);
  });
});
