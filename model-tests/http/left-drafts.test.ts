import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unzip } from '#server/documents/testing/unzip.ts';
import { complete, fillIn, offerOf, settled } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { sendWhole } from './send-whole.ts';
import { storedRows } from './stored-rows.ts';
import { withoutForm } from './without-form.ts';

/** Drafts whose form has left the content: what their people are told, keep, and get back. */

let content: OwnContent;
let portal: Portal;
let log = '';
let form: ReturnType<typeof withoutForm>;

beforeAll(async () => {
  content = await ownContent();
  portal = await startPortal({
    script: clockedServer,
    contentDir: content.dir,
    environment: { LOG_LEVEL: 'info', DRAFTS_PER_PERSON: '50' },
    output: (text) => {
      log += text;
    },
  });
  form = withoutForm(content, portal, () => log);
});
afterEach(() => form.back());
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

const get = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refused)) throw new Error('not refused', { cause: error });
  return error.problem;
};
const leftOf = async (client: PortalClient, id: string) => (await problemOf(get(client, id))).left!;
const refunds = (processId: string) =>
  storedRows(portal, (db) =>
    db.selectFrom('refund').select('amountCents').where('processId', '=', processId).execute(),
  );
const payment = (processId: string) =>
  storedRows(portal, (db) =>
    db
      .selectFrom('payment')
      .select(['transactionId', 'state', 'amountCents'])
      .where('processId', '=', processId)
      .execute(),
  );

it('says what was begun, with whom, and until when it is kept; it goes on once the form is back', async () => {
  const client = portal.client();
  await client.logIn('lindemann:eID');
  const draft = await fillIn(client, 'hundesteuer');
  const { metadata, area, availableUntil } = await get(client, draft.id);
  await form.leaves('hundesteuer');

  const problem = await problemOf(get(client, draft.id));
  expect(problem).toMatchObject({ code: 'form-not-found', status: 404 });
  expect(problem.left).toMatchObject({
    id: draft.id,
    title: { de: metadata.title },
    authority: { de: metadata.authority },
    areaName: area.name,
    leiKaId: metadata.leiKaId,
    hasUser: true,
    paidCents: 0,
    refundDueCents: 0,
    isPaying: false,
  });
  expect(problem.left!.title.en).not.toBe(metadata.title);
  expect(Date.parse(problem.left!.availableUntil)).toBeGreaterThanOrEqual(Date.parse(availableUntil));
  // Nobody else hears anything of it.
  const stranger = portal.client();
  await stranger.logIn('leczyca:eID');
  expect(await problemOf(get(stranger, draft.id))).toMatchObject({ code: 'not-found' });

  await form.back();
  expect((await get(client, draft.id)).status).toBe('EDITING');
  expect(await client.call('listDrafts', { query: {} })).not.toMatchObject([{ gone: true }]);
});

describe('what was entered can be taken along', () => {
  it('as text with the uploaded files, with an account and without', async () => {
    const named = portal.client();
    await named.logIn('lindemann:eID');
    const anonymous = portal.client();
    await anonymous.call('openPseudo', { body: { locale: 'de' } });
    for (const client of [named, anonymous]) {
      const draft = await fillIn(client, 'hundesteuer');
      await form.leaves('hundesteuer');
      expect((await leftOf(client, draft.id)).hasUser).toBe(client === named);
      const answer = await client.fetch(`/api/process/${draft.id}/file/entered`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/zip');
      expect(answer.headers.get('content-disposition')).toMatch(
        /attachment; filename="Angaben-\d{4}-\d\d-\d\d\.zip"/,
      );
      const [text, ...uploads] = unzip(Buffer.from(await answer.arrayBuffer()));
      expect(text!.name).toMatch(/^Angaben-.*\.txt$/);
      const lines = new TextDecoder().decode(text!.content).split('\r\n');
      expect(lines[0]).toBe('Anmeldung zur Hundesteuer');
      expect(lines).toContain('dogName: Ørsted');
      expect(lines).toContain('iban: DE89370400440532013000');
      expect(uploads.length).toBeGreaterThan(0);
      for (const { name } of uploads) expect(lines.some((line) => line.endsWith(`: ${name}`))).toBe(true);
      await form.back();
    }
  });

  it('not by others, and not of what was sent', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const draft = await fillIn(client, 'hundesteuer');
    const stranger = portal.client();
    await stranger.logIn('leczyca:eID');
    const entered = (who: PortalClient) => who.fetch(`/api/process/${draft.id}/file/entered`);
    expect((await entered(stranger)).status).toBe(404);
    expect((await entered(client)).status).toBe(200);
    await complete(client, draft.id);
    await client.call('submitProcess', { params: { id: draft.id } });
    await settled(client, draft.id);
    expect((await entered(client)).status).toBe(404);
  });
});

describe('money of a draft without its form', () => {
  /** A fishing licence whose payment is open at the provider. */
  async function paying() {
    const client = portal.client();
    await client.logIn('thomsen:Elster');
    const { id } = await fillIn(client, 'fischereischein');
    const { version } = await complete(client, id);
    const { redirectUrl, process } = await client.call('startPayment', {
      params: { processId: id },
      body: { version },
    });
    await form.leaves('fischereischein');
    return {
      client,
      id,
      sign: process.paymentCheckoutSign!,
      transactionId: new URL(redirectUrl!).pathname.split('/').at(-1)!,
    };
  }
  const pay = (transactionId: string) =>
    portal.partners.payment.control({ action: 'settle', transactionId, outcome: 'PAYED', method: 'PAYPAL' });
  const comeBack = (sign: string) =>
    portal.client().call('completePayment', { query: { result: 'ok', id: sign } });

  it('that arrives is kept, told, and pays for the application once the form is back', async () => {
    const { client, id, sign, transactionId } = await paying();
    expect(await leftOf(client, id)).toMatchObject({ isPaying: true, paidCents: 0 });
    await expect(client.call('deleteDraft', { query: { id } })).rejects.toMatchObject({
      problem: { code: 'status-conflict' },
    });
    await pay(transactionId);
    expect(await comeBack(sign)).toMatchObject({ paymentState: 'paid', refundCents: 0 });
    const [{ amountCents } = { amountCents: 0 }] = await payment(id);
    expect(await leftOf(client, id)).toMatchObject({ isPaying: false, paidCents: amountCents });
    expect(await client.call('listDrafts', { query: {} })).toMatchObject([
      { id, gone: true, paidCents: amountCents },
    ]);
    // Without their consent nobody loses what they have paid for.
    await expect(client.call('deleteDraft', { query: { id } })).rejects.toMatchObject({
      problem: { code: 'status-conflict' },
    });
    expect(await refunds(id)).toEqual([]);

    await form.back();
    await portal.passMinute();
    await expect.poll(async () => (await get(client, id)).status, { timeout: 30_000 }).toBe('SUBMITTED');
    expect(await refunds(id)).toEqual([]);
  });

  it('is found by the job when its person does not come back, and noted for a refund with the deletion', async () => {
    const { client, id, transactionId } = await paying();
    await pay(transactionId);
    await expect
      .poll(async () => (await leftOf(client, id)).paidCents, { timeout: 30_000 })
      .toBeGreaterThan(0);
    const { paidCents } = await leftOf(client, id);
    await client.call('deleteDraft', { query: { id, paidConsent: 'true' } });
    expect(await refunds(id)).toEqual([{ amountCents: paidCents }]);
  });

  it('that was not paid leaves a draft that can be deleted; nobody pays for what cannot be sent', async () => {
    const { client, id, sign, transactionId } = await paying();
    await portal.partners.payment.control({ action: 'settle', transactionId, outcome: 'CANCELED' });
    await comeBack(sign);
    expect(await leftOf(client, id)).toMatchObject({ isPaying: false, paidCents: 0 });
    const [{ version } = { version: 0 }] = await client.call('listDrafts', { query: {} });
    await expect(
      client.call('startPayment', { params: { processId: id }, body: { version } }),
    ).rejects.toMatchObject({ problem: { code: 'form-not-found' } });
    await client.call('deleteDraft', { query: { id } });
    expect(await refunds(id)).toEqual([]);
  });

  it('goes back when the draft ends unsent', async () => {
    const { client, id, sign, transactionId } = await paying();
    await pay(transactionId);
    await comeBack(sign);
    const { paidCents, availableUntil } = await leftOf(client, id);
    await portal.passDays(Math.ceil((Date.parse(availableUntil) - Date.now()) / 86_400_000) + 1);
    await portal.passMinute();
    await expect.poll(() => refunds(id), { timeout: 30_000 }).toEqual([{ amountCents: paidCents }]);
  });
});

it('what the result of a sent application repeats ends with its documents', async () => {
  const client = portal.client();
  await client.logIn('lindemann:eID');
  const id = await sendWhole(client, 'meldebescheinigung');
  const kept = async () => {
    const rows = await storedRows(portal, (db) =>
      db.selectFrom('submission').select('recalled').where('processId', '=', id).execute(),
    );
    return rows.map(({ recalled }) => recalled !== null);
  };
  expect(await kept()).toEqual([true]);
  await portal.passDays(offerOf('meldebescheinigung').downloadRetentionDays + 1);
  await portal.passMinute();
  await expect.poll(kept, { timeout: 30_000 }).toEqual([false]);
});
