import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import { openStorage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { complete, offerOf, settled } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';
import { makeProbeContent, offerOfProbe, type Probe } from './probe-content.ts';

const FEE = 2600;
/** The server looks after a start and after new content, otherwise every minute. */
const UNTIL_LOOKED_MS = 30_000;
const free: Probe = { mode: 'none', noticeAllowed: false };
const loginBeforeSending: Probe = { mode: 'complete', noticeAllowed: false };

let content: Awaited<ReturnType<typeof makeProbeContent>>;
let portal: Portal;

beforeAll(async () => {
  content = await makeProbeContent();
  // Submissions fail here on purpose, which the server logs as errors.
  portal = await startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});
afterEach(() => portal.delivery.order({}));

const settle = (transactionId: string, outcome: 'PAYED' | 'CANCELED') =>
  portal.partners.payment.control({
    action: 'settle',
    transactionId,
    outcome,
    method: outcome === 'PAYED' ? 'PAYPAL' : null,
  });

const somebody = async (): Promise<PortalClient> => {
  const client = portal.client();
  await client.logIn('lindemann:eID', { forceNew: true });
  return client;
};
const nobody = async (): Promise<PortalClient> => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
};

const get = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const check = (client: PortalClient, id: string) =>
  client.call('checkPayment', { params: { processId: id } });
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );

async function filledIn(client: PortalClient, probe: Probe): Promise<ProcessView> {
  return client.call('startProcess', {
    body: { ...offerOfProbe(probe), externalProcessData: { amount: FEE } },
  });
}

/** Starts the payment of a confirmed application. */
async function opened(client: PortalClient, id: string) {
  const { version } = await get(client, id);
  const { redirectUrl, process } = await client.call('startPayment', {
    params: { processId: id },
    body: { version },
  });
  return { id, transactionId: redirectUrl!.split('/').at(-1)!, sign: process.paymentCheckoutSign! };
}

/** A confirmed application whose payment is open. */
async function paying(client: PortalClient, probe = free) {
  const { id } = await filledIn(client, probe);
  await complete(client, id);
  if (probe.mode === 'complete') await confirmByLogin(client, id);
  return opened(client, id);
}

/** Such an application after the notice has been declined. */
async function payingAfterNotice(client: PortalClient) {
  const { id } = await filledIn(client, { mode: 'none', noticeAllowed: true });
  const { version } = await complete(client, id);
  await client.call('chooseNotice', {
    params: { id },
    body: { version, electronicNoticeDelivery: false },
  });
  return opened(client, id);
}

async function confirmByLogin(client: PortalClient, id: string): Promise<ProcessView> {
  await client.logIn('lindemann:eID', { processId: id });
  return client.call('persistProcess', { params: { id } });
}

/** An application whose data is being changed when the abandoned payment is reported as paid. */
async function paidWhileEditing(client: PortalClient, probe = free) {
  const payment = await paying(client, probe);
  await settle(payment.transactionId, 'CANCELED');
  const { version } = await check(client, payment.id);
  await client.call('saveProgress', {
    params: { id: payment.id },
    body: { version, data: { amount: FEE }, page: 'only' },
  });
  await settle(payment.transactionId, 'PAYED');
  return payment;
}

/** Each submission is opened once: sent data does not change. */
const opening = new Map<string, Promise<string>>();
function metadataOf(submissionId: string): Promise<string> {
  const known = opening.get(submissionId);
  if (known) return known;
  const opened = portal.delivery.submission(submissionId).then(({ metadata }) => JSON.stringify(metadata));
  opening.set(submissionId, opened);
  return opened;
}

/** Number of applications with this payment that the authority has received. */
async function arrivals(transactionId: string): Promise<number> {
  const sent = (await portal.delivery.submissions()).filter(({ state }) => state !== 'incomplete');
  const opened = await Promise.all(sent.map(({ submissionId }) => metadataOf(submissionId)));
  return opened.filter((metadata) => metadata.includes(transactionId)).length;
}
const arrives = (transactionId: string, timeout = 60_000) =>
  expect.poll(() => arrivals(transactionId), { timeout, interval: 300 }).toBe(1);

const returned = (client: PortalClient, sign: string) =>
  client.call('completePayment', { query: { result: 'PAYED', id: sign } });

describe('whoever pays and closes everything', () => {
  it('has sent the application, with an account', async () => {
    const client = await somebody();
    const { id, transactionId } = await paying(client);
    await settle(transactionId, 'PAYED');
    await arrives(transactionId);
    const later = await somebody();
    const sent = async () => (await later.call('listSent', { query: {} })).map((it) => it.id);
    await expect.poll(sent, { interval: 300 }).toContain(id);
  });

  it('has sent the application, without an account', async () => {
    const { transactionId } = await paying(await nobody());
    await settle(transactionId, 'PAYED');
    await arrives(transactionId);
  });

  it('has sent it when the service dies right after it has learned of the payment', async () => {
    const client = await somebody();
    const { id, transactionId, sign } = await paying(client);
    await settle(transactionId, 'PAYED');
    expect(await returned(portal.client(), sign)).toEqual({
      processId: id,
      paymentState: 'paid',
      refundCents: 0,
      application: { status: 'PAID', nextStep: 'submission', running: true, hasUser: true },
    });
    await portal.kill();
    await portal.start();
    await arrives(transactionId);
  });

  it('has sent it once, whoever learns of the payment first', async () => {
    const client = await somebody();
    const { id, transactionId, sign } = await paying(client);
    await settle(transactionId, 'PAYED');
    await Promise.all([
      returned(portal.client(), sign),
      check(client, id),
      check(client, id),
      client.call('submitProcess', { params: { id } }).catch(() => undefined),
    ]);
    await arrives(transactionId);
    expect((await settled(client, id)).status).toBe('SUBMITTED');
    expect(await arrivals(transactionId)).toBe(1);
  });
});

describe('money that is there before the rest', () => {
  it('sends nothing that was not confirmed, and sends it with the confirmation', async () => {
    const client = await somebody();
    const { id, transactionId, sign } = await paidWhileEditing(client);
    expect((await returned(client, sign)).application).toEqual({
      status: 'EDITING',
      nextStep: 'form',
      running: false,
      hasUser: true,
    });
    expect(await check(client, id)).toMatchObject({ facts: { paidCents: FEE, running: false } });
    // The summary then on the screen shows that, too.
    expect(await client.call('getSnapshot', { params: { id }, query: {} })).toMatchObject({
      facts: { paidCents: FEE, feeCents: FEE },
    });
    const [draft] = await client.call('listDrafts', { query: {} });
    expect(draft).toMatchObject({ id, nextStep: 'form', feeDueCents: 0, paidCents: FEE, running: false });
    expect(await complete(client, id)).toMatchObject({ facts: { running: true } });
    await arrives(transactionId);
  });

  it('sends nothing before the login that the form wants, and sends it with the login', async () => {
    const client = await nobody();
    const { id, transactionId, sign } = await paidWhileEditing(client, loginBeforeSending);
    await check(client, id);
    expect(await complete(client, id)).toMatchObject({
      status: 'COMPLETED',
      facts: { paidCents: FEE, running: false },
    });
    expect((await returned(client, sign)).application).toMatchObject({ nextStep: 'login', running: false });
    expect(await problemOf(client.call('submitProcess', { params: { id } }))).toMatchObject({ status: 409 });
    expect(await confirmByLogin(client, id)).toMatchObject({ facts: { running: true } });
    await arrives(transactionId);
  });
});

describe('what is paid and not on its way', () => {
  it('is sent by the service itself, as an earlier version has stored it, also at the end of its time', async () => {
    const client = await somebody();
    const plain = await paying(client);
    const late = await paying(client);
    const confirmed = await paying(client);
    const noticed = await payingAfterNotice(client);
    await portal.kill();
    const { db, close } = await openStorage({ dataDir: portal.dataDir });
    const store = async (id: string, status: ProcessStatus, change: { availableUntil?: Date } = {}) => {
      const { context } = await db
        .selectFrom('process')
        .select('context')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await db
        .updateTable('process')
        .set({ status, context: json({ ...context, paidCents: FEE }), ...change })
        .where('id', '=', id)
        .execute();
      await db
        .updateTable('payment')
        .set({ state: 'paid', method: 'PAYPAL', reference: 'K-1' })
        .where('processId', '=', id)
        .execute();
    };
    await store(plain.id, 'PAID');
    await store(late.id, 'PAID', { availableUntil: new Date() });
    await store(confirmed.id, 'COMPLETED');
    await store(noticed.id, 'ELECTRONIC_NOTICE_SELECTED');
    await close();
    await portal.start();
    for (const { transactionId } of [plain, late, confirmed, noticed]) {
      await arrives(transactionId, UNTIL_LOOKED_MS);
    }
  });

  it('is sent by the service itself once its form is offered again', async () => {
    const { transactionId, sign } = await paying(await somebody());
    const file = path.join(content.dir, 'services/probe/metadata.json');
    const all = await readFile(file, 'utf8');
    const { offers, ...rest } = JSON.parse(all);
    await portal.kill();
    await writeFile(file, JSON.stringify({ ...rest, offers: offers.slice(1) }));
    await portal.start();
    await settle(transactionId, 'PAYED');
    expect((await returned(portal.client(), sign)).application).toMatchObject({
      status: 'PAID',
      running: false,
    });
    await writeFile(file, all);
    portal.reloadContent();
    await arrives(transactionId, UNTIL_LOOKED_MS);
  });
});

describe('a paid application that could not be sent', () => {
  it('waits for the person, is dated by the last attempt, and goes only with the second consent', async () => {
    const client = await somebody();
    const { id, transactionId } = await paying(client);
    const { destinationId } = (await portal.delivery.submissions())[0]!;
    await portal.delivery.setDestination(destinationId, 'inactive');
    await settle(transactionId, 'PAYED');
    await check(client, id);
    const first = await settled(client, id);
    expect(first).toMatchObject({ status: 'SUBMIT_FAILURE', facts: { paidCents: FEE } });

    await portal.kill();
    await portal.start();
    expect(await get(client, id)).toMatchObject({ status: 'SUBMIT_FAILURE', facts: { running: false } });

    await client.call('submitProcess', { params: { id } });
    const second = await settled(client, id);
    await portal.delivery.setDestination(destinationId, 'active');
    expect(Date.parse(second.statusChanged)).toBeGreaterThan(Date.parse(first.statusChanged));
    const draft = (await client.call('listDrafts', { query: {} })).find((it) => it.id === id);
    expect(draft).toMatchObject({
      status: 'SUBMIT_FAILURE',
      statusChanged: second.statusChanged,
      nextStep: 'submission',
      feeDueCents: 0,
      paidCents: FEE,
    });

    const remove = (paidConsent?: 'true') => client.call('deleteDraft', { query: { id, paidConsent } });
    expect(await problemOf(remove())).toMatchObject({ status: 409, code: 'status-conflict' });
    await remove('true');
    expect(await problemOf(get(client, id))).toMatchObject({ status: 404 });
  });

  it('is sent by its person though the form takes only other logins by now', async () => {
    const client = await somebody();
    const { id, transactionId } = await paying(client);
    const { destinationId } = offerOf('hundesteuer').authority;
    await portal.delivery.setDestination(destinationId, 'inactive');
    await settle(transactionId, 'PAYED');
    await check(client, id);
    expect(await settled(client, id)).toMatchObject({ status: 'SUBMIT_FAILURE' });
    await portal.delivery.setDestination(destinationId, 'active');
    const file = path.join(content.dir, 'services/probe/metadata.json');
    const all = await readFile(file, 'utf8');
    await portal.kill();
    await writeFile(file, JSON.stringify({ ...JSON.parse(all), idpIds: ['anon', 'elster'] }));
    await portal.start();
    try {
      await client.call('submitProcess', { params: { id } });
      expect(await settled(client, id)).toMatchObject({ status: 'SUBMITTED' });
    } finally {
      await portal.kill();
      await writeFile(file, all);
      await portal.start();
    }
  });

  it('cannot be deleted on its way, whatever is consented to', async () => {
    const client = await somebody();
    const { id, transactionId } = await paying(client);
    await settle(transactionId, 'PAYED');
    await check(client, id);
    const removal = problemOf(client.call('deleteDraft', { query: { id, paidConsent: 'true' } }));
    expect(await removal).toMatchObject({ status: 409 });
    await arrives(transactionId);
  });
});

describe('a paid application whose form says something else now', () => {
  // The last one: the form stays changed.
  it('is not sent, as nobody has confirmed that, and goes only with the second consent', async () => {
    const client = await somebody();
    const { id, transactionId, sign } = await paying(client);
    await content.changeForm();
    await portal.kill();
    await portal.start();
    await settle(transactionId, 'PAYED');
    expect((await returned(client, sign)).application).toMatchObject({ status: 'PAID', running: false });
    expect(await problemOf(client.call('submitProcess', { params: { id } }))).toMatchObject({
      status: 409,
      code: 'summary-changed',
    });
    expect(await get(client, id)).toMatchObject({ facts: { paidCents: FEE, running: false } });
    const remove = (paidConsent?: 'true') => client.call('deleteDraft', { query: { id, paidConsent } });
    expect(await problemOf(remove())).toMatchObject({ status: 409, code: 'status-conflict' });
    await remove('true');
    expect(await arrivals(transactionId)).toBe(0);
  });
});
