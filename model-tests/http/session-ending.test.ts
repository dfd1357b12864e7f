import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStorage } from '#server/storage/database.ts';
import { visitForm } from '#stand-ins/forms/visit.ts';
import { openGate } from './announcement-gate.ts';
import { complete, fillIn, KIEL, offerOf, settled } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

const MINUTE_IN_DAYS = 1 / (24 * 60);

let portal: Portal;
let gate: Awaited<ReturnType<typeof openGate>>;

beforeAll(async () => {
  portal = await startPortal({
    script: clockedServer,
    environment: { LOG_LEVEL: 'fatal' },
    between: async ({ environment }) => {
      gate = await openGate(environment.FITCONNECT_SUBMISSION_URL!, environment.POSTBOX_DESTINATION_ID!);
      return { FITCONNECT_SUBMISSION_URL: gate.url };
    },
  });
});
afterAll(async () => {
  gate?.close();
  await portal?.close();
});

const passMinutes = (minutes: number) => portal.passDays(minutes * MINUTE_IN_DAYS);
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const setCookieOf = async (open: () => Promise<Response>) =>
  (await open()).headers.getSetCookie().find((line) => line.startsWith('sp_session='));
const openPseudo = (client: PortalClient) =>
  client.fetch('/api/auth/pseudo', {
    method: 'PUT',
    body: JSON.stringify({ locale: 'de' }),
    headers: { 'content-type': 'application/json' },
  });
async function anonymous(): Promise<PortalClient> {
  const client = portal.client();
  await openPseudo(client);
  return client;
}
const dogTax = (client: PortalClient) =>
  client.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
const userOf = async (client: PortalClient) => (await client.call('getUser', {})).user;
const withCookiesOf = (other: PortalClient): PortalClient => {
  const client = portal.client();
  for (const [name, value] of other.cookies) client.cookies.set(name, value);
  return client;
};

/** Rows of applications in the database itself. */
const rowsOf = (...ids: string[]) =>
  storedRows(portal, async (db) => {
    const processes = await db.selectFrom('process').select('id').where('id', 'in', ids).execute();
    const files = await db.selectFrom('file').select('id').where('processId', 'in', ids).execute();
    const refunds = await db.selectFrom('refund').selectAll().where('processId', 'in', ids).execute();
    return { processes: processes.map(({ id }) => id), files, refunds };
  });

describe('the cookie of a session', () => {
  it('ends with the browser, is out of reach of scripts, and is not sent by other sites', async () => {
    const opened = await setCookieOf(() => openPseudo(portal.client()));
    expect(opened).toMatch(/^sp_session=[^;]{20,}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is the same after a login', async () => {
    const client = portal.client();
    const cookies: string[] = [];
    const fetch = client.fetch.bind(client);
    client.fetch = async (...request) => {
      const response = await fetch(...request);
      cookies.push(...response.headers.getSetCookie().filter((line) => line.startsWith('sp_session=')));
      return response;
    };
    await client.logIn('thomsen:Elster');
    expect(cookies).toEqual([
      expect.stringMatching(/^sp_session=[^;]{20,}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('is taken away by a logout, which tells it from a session that has run out', async () => {
    const client = await anonymous();
    const { id } = await dogTax(client);
    const other = withCookiesOf(client);
    await client.call('logout', {});
    const asked = (at: PortalClient) => problemOf(at.call('getProcess', { params: { id }, query: {} }));
    expect([await asked(client), await asked(other)]).toMatchObject([
      { code: 'login-required' },
      { code: 'session-expired' },
    ]);
    expect([await client.call('getUser', {}), await other.call('getUser', {})]).toMatchObject([
      { user: null, sessionExpired: false },
      { user: null, sessionExpired: true },
    ]);
  });
});

describe('the end through inactivity', () => {
  it('is not put off by asking who is logged in, and comes for two windows that only ask', async () => {
    const first = portal.client();
    await first.logIn('thomsen:Elster');
    const second = withCookiesOf(first);
    const begun = await userOf(first);
    expect(begun).toMatchObject({ recentlyFetched: true });
    for (let passed = 5; passed < 30; passed += 5) {
      await passMinutes(5);
      for (const window of [first, second]) {
        expect(await userOf(window)).toMatchObject({ expires: begun!.expires, recentlyFetched: false });
      }
    }
    await passMinutes(6);
    expect([await userOf(first), await userOf(second)]).toEqual([null, null]);
  });

  it('is put off by prolonging, and by every call that needs a session', async () => {
    const client = portal.client();
    await client.logIn('thomsen:Elster');
    for (const use of [
      () => client.call('prolongSession', {}),
      () => client.call('listDrafts', { query: {} }),
    ]) {
      const before = (await userOf(client))!;
      await passMinutes(20);
      await use();
      const after = (await userOf(client))!;
      expect(Date.parse(after.expires) - Date.parse(before.expires)).toBeGreaterThan(19 * 60_000);
      expect(after.recentlyFetched).toBe(true);
      expect(Date.parse(after.answeredAt)).toBeGreaterThanOrEqual(Date.parse(after.fetchedTimestamp));
    }
    await passMinutes(31);
    expect(await problemOf(client.call('prolongSession', {}))).toMatchObject({ code: 'session-expired' });
    expect(await problemOf(portal.client().call('prolongSession', {}))).toMatchObject({
      code: 'login-required',
    });
  });

  it('is not put off by any call that a window says it makes by itself', async () => {
    const client = await anonymous();
    const { id } = await dogTax(client);
    const { expires } = (await userOf(client))!;
    const window = withCookiesOf(client);
    window.isAttended = false;
    await passMinutes(5);
    await window.call('getProcess', { params: { id }, query: {} });
    await window.call('touchProcess', { params: { id } });
    // Even a prolongation by such a window has no effect: its mark can only take rights away.
    await window.call('prolongSession', {});
    expect((await userOf(client))!.expires).toBe(expires);
    await client.call('getProcess', { params: { id }, query: {} });
    expect((await userOf(client))!.expires).not.toBe(expires);
  });

  it('comes while the delivery service is awaited: the application arrives, and is erased here then', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'hundesteuer');
    await complete(client, id);
    const { messageId } = await client.call('submitProcess', { params: { id } });
    await gate.arrived(messageId!);
    const { submission } = await statusOf(client, id);
    // The window continues to watch, unattended.
    const window = withCookiesOf(client);
    window.isAttended = false;
    await passMinutes(29);
    expect(await statusOf(window, id)).toMatchObject({ facts: { running: true } });
    await passMinutes(2);
    expect(await problemOf(statusOf(window, id))).toMatchObject({ code: 'session-expired' });
    await portal.passMinute();
    expect((await rowsOf(id)).processes).toEqual([id]);
    await gate.decide(messageId!, 'pass');
    await logsAsSent(id);
    expect(await arrivedNumbers()).toContain(submission!.ticketNumber);
    await portal.passMinute();
    expect(await rowsOf(id)).toMatchObject({ processes: [], files: [], refunds: [] });
  });

  it('is not put off by a window that waits for a payment', async () => {
    const client = await anonymous();
    const { id } = await paying(client);
    const { expires } = (await userOf(client))!;
    await passMinutes(5);
    await client.call('checkPayment', { params: { processId: id } });
    expect((await userOf(client))!.expires).toBe(expires);
  });

  it('is not put off by keeping the form of a form server open, but by what is entered there', async () => {
    const client = portal.client();
    await client.logIn('petersen:Elster');
    const { id } = await client.call('startProcess', {
      body: { metadataId: offerOf('jagdschein').metadataId, area: KIEL },
    });
    const params = { id };
    const access = await client.call('getAccessData', { params, query: {} });
    if (access.fmsType !== 'LIP') throw new Error(access.fmsType);
    const { caseId } = access.frame;
    const visit = await visitForm(access.frame);
    await passMinutes(20);
    await visit.fill({ locality: 'Eutin' });
    await client.call('saveProgress', { params, body: { version: access.version, caseId } });
    await passMinutes(20);
    await client.call('prolongForm', { params, body: { caseId } });
    await passMinutes(20);
    expect(await problemOf(client.call('prolongForm', { params, body: { caseId } }))).toMatchObject({
      code: 'session-expired',
    });
  });

  it('is not put off by a window that waits for a file to be checked', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'wohngeld');
    const { data } = await client.openForm({ params: { id }, query: {} });
    const file = /"id":"([\da-f-]{36})"/.exec(JSON.stringify(data))![1]!;
    const { expires } = (await userOf(client))!;
    await passMinutes(5);
    await client.call('getUpload', { params: { id, file } });
    expect((await userOf(client))!.expires).toBe(expires);
  });
});

/** A fishing permit for five years (60 €) with a payment in progress. */
async function paying(client: PortalClient) {
  const { id } = await fillIn(client, 'fischereischein', { change: { duration: 'five' } });
  const { version } = await complete(client, id);
  const { redirectUrl } = await client.call('startPayment', { params: { processId: id }, body: { version } });
  return { id, transactionId: new URL(redirectUrl!).pathname.split('/').at(-1)! };
}
const settle = (transactionId: string, outcome: 'PAYED' | 'CANCELED') =>
  portal.partners.payment.control({
    action: 'settle',
    transactionId,
    outcome,
    method: outcome === 'PAYED' ? 'PAYPAL' : null,
  });
const statusOf = async (client: PortalClient, id: string) =>
  client.call('getProcess', { params: { id }, query: {} });

const eraseSession = (client: PortalClient, paidConsent?: 'true') =>
  client.call('eraseSession', { query: { lang: 'de', paidConsent } });

describe('what was sent without an account', () => {
  const sentHere = async (client: PortalClient) => (await userOf(client))?.sentHere;

  it('is named by its session as long as that lasts, and by no other', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'hundesteuer');
    expect(await sentHere(client), 'a draft is not sent').toEqual([]);
    await complete(client, id);
    const { messageId } = await client.call('submitProcess', { params: { id } });
    await gate.arrived(messageId!);
    expect(await sentHere(client), 'while it is being sent').toMatchObject([{ id, submittedAt: null }]);
    await gate.decide(messageId!, 'pass');
    const { ticketNumber, submittedAt } = (await settled(client, id)).result!;
    const { leiKaId, title: service } = offerOf('hundesteuer');
    const known = [{ id, ticketNumber, leiKaId, service, submittedAt }];
    expect(await sentHere(client)).toEqual(known);
    expect(await sentHere(await anonymous()), 'the next person').toEqual([]);
    await client.logIn('thomsen:Elster');
    expect(await sentHere(client), 'a login in the session leaves it reachable').toEqual(known);
    const elsewhere = portal.client();
    await elsewhere.logIn('thomsen:Elster');
    expect(await sentHere(elsewhere), 'it belongs to no account').toEqual([]);
    await client.call('logout', {});
    expect(await userOf(client)).toBeNull();
  });
});

describe('ending without an account', () => {
  it('erases all of the applications and their files at that moment, and nothing of anybody else', async () => {
    const client = await anonymous();
    const filled = await fillIn(client, 'wohngeld');
    const begun = await dogTax(client);
    const stranger = await anonymous();
    const theirs = await fillIn(stranger, 'wohngeld');
    const fates = [
      { serviceName: 'Antrag auf Wohngeld', areaName: 'Kiel', fate: 'erased', paidCents: 0 },
      { fate: 'erased' },
    ];
    const byName = (list: { serviceName: string }[]) =>
      list.toSorted((one, other) => other.serviceName.localeCompare(one.serviceName));
    expect(byName(await client.call('reviewEnding', { query: {} }))).toMatchObject(fates);
    expect(await rowsOf(filled.id, begun.id)).toMatchObject({ processes: { length: 2 } });
    expect(byName(await eraseSession(client))).toMatchObject(fates);
    expect(client.cookies.has('sp_session')).toBe(false);
    const left = await rowsOf(filled.id, begun.id, theirs.id);
    expect(left.processes).toEqual([theirs.id]);
    expect(left.files.length).toBeGreaterThan(0);
    expect((await rowsOf(filled.id)).files).toEqual([]);
    expect((await userOf(stranger))?.providerId).toBe('anon');
  });

  it('says it in the language of the page', async () => {
    const client = await anonymous();
    await dogTax(client);
    const told = [{ serviceName: offerOf('hundesteuer').title.en, areaName: 'Kiel' }];
    expect(await client.call('reviewEnding', { query: { lang: 'en' } })).toMatchObject(told);
    expect(await client.call('eraseSession', { query: { lang: 'en' } })).toMatchObject(told);
  });

  it('is told again to the cookie from before, which is worth nothing otherwise', async () => {
    const client = await anonymous();
    const { id } = await dogTax(client);
    const before = withCookiesOf(client);
    const told = await eraseSession(client);
    const read = before.call('getProcess', { params: { id }, query: {} });
    expect(await problemOf(read)).toMatchObject({ code: 'session-expired' });
    expect(await eraseSession(before)).toEqual(told);
    expect(await problemOf(eraseSession(client))).toMatchObject({ code: 'login-required' });
  });

  it('is not for people who have logged in: their drafts stay', async () => {
    const client = portal.client();
    await client.logIn('thomsen:Elster');
    const { id } = await dogTax(client);
    for (const call of [eraseSession(client), client.call('reviewEnding', { query: {} })]) {
      expect(await problemOf(call)).toMatchObject({ status: 409, code: 'status-conflict' });
    }
    expect((await client.call('getProcess', { params: { id }, query: {} })).id).toBe(id);
  });

  it('leaves alone what has been handed over to an account', async () => {
    const client = await anonymous();
    const kept = await dogTax(client);
    const left = await dogTax(client);
    await client.logIn('thomsen:Elster');
    await client.call('persistProcess', { params: { id: kept.id } });
    await client.call('logout', {});
    expect((await rowsOf(kept.id, left.id)).processes).toEqual([kept.id]);
  });

  it('lets what is being sent arrive, says so, and erases it then', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'hundesteuer');
    await complete(client, id);
    const { messageId } = await client.call('submitProcess', { params: { id } });
    await gate.arrived(messageId!);
    expect(await eraseSession(client)).toMatchObject([{ fate: 'sending' }]);
    await gate.decide(messageId!, 'pass');
    await logsAsSent(id);
    await portal.passMinute();
    expect((await rowsOf(id)).processes).toEqual([]);
  });

  it('takes what is here of an application that was sent', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'hundesteuer');
    await complete(client, id);
    await submitted(client, id, 'pass');
    expect(await eraseSession(client)).toMatchObject([{ fate: 'sent' }]);
    expect(await rowsOf(id)).toMatchObject({ processes: [], files: [], refunds: [] });
  });

  it('takes what the authority has, also when its receipt is missing, and returns no money for it', async () => {
    const { client, id } = await paidAndRefused();
    await delivered(id);
    expect(await client.call('reviewEnding', { query: {} })).toMatchObject([{ fate: 'sent' }]);
    expect(await eraseSession(client)).toMatchObject([{ fate: 'sent' }]);
    expect(await rowsOf(id)).toMatchObject({ processes: [], refunds: [] });
  });

  it('keeps what can still be paid, until the provider says that it was not', async () => {
    const client = await anonymous();
    const { id, transactionId } = await paying(client);
    const stranger = await anonymous();
    const theirs = await dogTax(stranger);
    const paid = await paidAndRefused();
    expect(await client.call('reviewEnding', { query: {} })).toMatchObject([{ fate: 'payable' }]);
    expect(await eraseSession(client)).toMatchObject([{ fate: 'payable' }]);
    // A logout asks for no consent: money of deleted applications is recorded for a refund all the same.
    await paid.client.call('logout', {});
    expect((await rowsOf(id, paid.id)).processes.toSorted()).toEqual([id, paid.id].toSorted());
    expect(await statusOf(stranger, theirs.id)).toMatchObject({ status: 'CREATED' });
    await settle(transactionId, 'CANCELED');
    const paidAlone = { processes: [], refunds: [{ processId: paid.id, amountCents: 6000 }] };
    await vi.waitFor(
      async () => {
        await portal.passMinute();
        expect(await rowsOf(id, paid.id)).toMatchObject(paidAlone);
      },
      { timeout: 300_000, interval: 1000 },
    );
  });

  it('of something paid needs a consent of its own, and notes the money for its return', async () => {
    const { client, id } = await paidAndRefused();
    const paid = [{ fate: 'paid', paidCents: 6000 }];
    expect(await client.call('reviewEnding', { query: {} })).toMatchObject(paid);
    const begun = await dogTax(client);
    expect(await problemOf(eraseSession(client))).toMatchObject({ status: 409 });
    expect(await statusOf(client, id)).toMatchObject({ status: 'SUBMIT_FAILURE' });
    expect(await statusOf(client, begun.id)).toMatchObject({ status: 'CREATED' });
    expect(await eraseSession(client, 'true')).toHaveLength(2);
    expect(await rowsOf(id, begun.id)).toMatchObject({ processes: [], refunds: [{ amountCents: 6000 }] });
  });
});

/** An application that is paid and that the delivery service has refused. */
async function paidAndRefused() {
  const client = await anonymous();
  const { id, transactionId } = await paying(client);
  await settle(transactionId, 'PAYED');
  await client.call('checkPayment', { params: { processId: id } });
  expect(await submitted(client, id, 'refuse')).toMatchObject({ status: 'SUBMIT_FAILURE' });
  return { client, id };
}

/** Stores the state after a failed later step of the submission: the authority has the application. */
async function delivered(processId: string): Promise<void> {
  await portal.kill();
  const { db, close } = await openStorage({ dataDir: portal.dataDir });
  const step = 'SUBMIT_DATA_TO_AUTHORITY';
  await db
    .insertInto('submissionStep')
    .values({ processId, step, outcome: 'done', finishedAt: new Date() })
    .execute();
  await close();
  await portal.start();
}

/** Waits until the server has noted that the application was sent. */
async function logsAsSent(id: string): Promise<void> {
  const isSent = (line: string) => line.includes('"event":"submission"') && line.includes(id);
  const log = () => readFile(path.join(portal.dataDir, 'security.log'), 'utf8');
  await vi.waitFor(async () => expect((await log()).split('\n').some(isSent)).toBe(true), 30_000);
}

/** The ticket numbers of all applications that the authority has. */
async function arrivedNumbers() {
  const arrived = (await portal.delivery.submissions()).filter(({ state }) => state !== 'incomplete');
  const opened = await Promise.all(arrived.map((it) => portal.delivery.submission(it.submissionId)));
  return opened.map(({ metadata }) => metadata?.additionalReferenceInfo?.senderReference);
}

/** Sends, lets the delivery service decide, and waits for the end. */
async function submitted(client: PortalClient, id: string, verdict: 'pass' | 'refuse') {
  const { facts } = await statusOf(client, id);
  if (!facts.running) await client.call('submitProcess', { params: { id } });
  const { messageId } = await statusOf(client, id);
  await gate.arrived(messageId!);
  await gate.decide(messageId!, verdict);
  return settled(client, id);
}
