import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unzip } from '#server/documents/testing/unzip.ts';
import { tokenHashOf } from '#server/sessions/session.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { complete, fillIn, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { handedIn, handIn, sendOwing, uploadProof } from './owing.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

const MINUTE_IN_DAYS = 1 / (24 * 60);
const NEVER = Number.MAX_SAFE_INTEGER;

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({
    script: clockedServer,
    environment: { LOG_LEVEL: 'fatal', DELIVERY_RETRY_SECONDS: '0.2' },
  });
});
afterEach(() => portal.partners.delivery.faults.end());
afterAll(() => portal?.close());

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
async function logIn(choice: Parameters<PortalClient['logIn']>[0]): Promise<PortalClient> {
  const client = portal.client();
  expect(await client.logIn(choice, { forceNew: true, trustLevel: 'low' })).toContain('login=SUCCESS');
  return client;
}
const subjectOf = (name: string) => DEMONSTRATION_PERSONS.find(({ id }) => id === name)!.attributes.bPK2;
const none = { substantial: 0, high: 0 };
const noneClosed = { drafts: none, sent: none };
const sentOf = async (client: PortalClient) =>
  (await client.call('listSent', { query: {} })).map(({ id }) => id);
const draftsOf = async (client: PortalClient) =>
  (await client.call('listDrafts', { query: {} })).map(({ id }) => id);
/** The sent application that the page is asked about, as this login sees it. */
const chosenBy = async (client: PortalClient, application: string) =>
  (await client.call('getKept', { query: { application } })).chosen;
const remove = (client: PortalClient, id: string) => client.call('removeSent', { params: { id } });
const erase = (client: PortalClient, query: { paidCents?: string } = {}) =>
  client.call('erasePerson', { query: { lang: 'en', ...query } });
async function send(client: PortalClient): Promise<string> {
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  await submit(client, id);
  return id;
}
const settle = (transactionId: string, outcome: 'PAYED' | 'CANCELED') =>
  portal.partners.payment.control({ action: 'settle', transactionId, outcome, method: 'PAYPAL' });
/** An opened payment of 60 euros. */
async function opened(client: PortalClient) {
  const { id } = await fillIn(client, 'fischereischein', { change: { duration: 'five' } });
  const { version } = await complete(client, id);
  const { redirectUrl } = await client.call('startPayment', { params: { processId: id }, body: { version } });
  const check = () => client.call('checkPayment', { params: { processId: id } });
  return { id, transactionId: new URL(redirectUrl!).pathname.split('/').at(-1)!, check };
}
/** A draft with 60 euros on record: the money came in while the data was being changed. */
async function paidDraft(client: PortalClient): Promise<string> {
  const { id, transactionId, check } = await opened(client);
  await settle(transactionId, 'CANCELED');
  await check();
  const { data, version } = await client.openForm({ params: { id }, query: {} });
  await client.call('saveProgress', { params: { id }, body: { version, data, page: null } });
  await settle(transactionId, 'PAYED');
  expect(await check()).toMatchObject({ status: 'EDITING', facts: { paidCents: 6000 } });
  return id;
}
const securityLines = async () =>
  (await readFile(path.join(portal.dataDir, 'security.log'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('a sent application', () => {
  it('is removed with everything of it, for its person alone, and the security log has it', async () => {
    const client = await logIn('lindemann:eID');
    const [id, other] = [await send(client), await send(client)];
    const stranger = await logIn('petersen:Elster');
    expect(await problemOf(remove(stranger, id))).toMatchObject({ code: 'not-found' });
    expect(await chosenBy(stranger, id)).toBeNull();
    expect(await chosenBy(client, id)).toMatchObject({ id, why: null });
    const nobody = portal.client();
    expect(await problemOf(remove(nobody, id))).toMatchObject({ code: 'login-required' });
    await nobody.call('openPseudo', { body: { locale: 'de' } });
    expect(await problemOf(remove(nobody, id))).toMatchObject({ code: 'not-found' });
    expect((await sentOf(client)).sort()).toEqual([id, other].sort());

    await remove(client, id);
    expect(await sentOf(client)).toEqual([other]);
    expect(await problemOf(remove(client, id))).toMatchObject({ code: 'not-found' });
    const rows = await storedRows(portal, async (db) => ({
      process: await db.selectFrom('process').select('id').where('id', '=', id).execute(),
      submission: await db.selectFrom('submission').select('processId').where('processId', '=', id).execute(),
      file: await db.selectFrom('file').select('id').where('processId', '=', id).execute(),
      journal: await db.selectFrom('journal').select('id').where('processId', '=', id).execute(),
    }));
    expect(rows).toEqual({ process: [], submission: [], file: [], journal: [] });
    expect(await securityLines()).toContainEqual(
      expect.objectContaining({
        event: 'deletion',
        what: 'sent',
        reason: 'asked-for',
        process: id,
        person: expect.any(String),
      }),
    );
  });

  it('stays for a login below its level', async () => {
    const strong = await logIn('matthiesen:eID');
    const id = await send(strong);
    const weak = await logIn('matthiesen:Benutzername');
    expect(await problemOf(remove(weak, id))).toMatchObject({ code: 'trust-level-too-low' });
    expect(await chosenBy(weak, id)).toBeNull();
    expect(await sentOf(strong)).toEqual([id]);
    await remove(strong, id);
  });

  it('stays while it is being sent, and while documents for it are on their way', async () => {
    const client = await logIn('thomsen:Benutzername');
    const owing = await sendOwing(client);
    portal.partners.delivery.faults.set({ fault: 'down', requests: NEVER });
    await handIn(client, owing, [await uploadProof(client, owing)]);
    expect(await problemOf(remove(client, owing))).toMatchObject({
      code: 'still-under-way',
      stays: 'handIn',
    });
    expect(await chosenBy(client, owing)).toMatchObject({ id: owing, why: 'handIn' });
    const { id } = await fillIn(client, 'hundesteuer');
    await complete(client, id);
    await client.call('submitProcess', { params: { id } });
    expect(await problemOf(remove(client, id))).toMatchObject({
      code: 'still-under-way',
      stays: 'sending',
      processStatus: expect.any(String),
    });
    portal.partners.delivery.faults.end();
    await handedIn(client, owing, 'delivered');
    await remove(client, owing);
    await expect.poll(() => sentOf(client)).toEqual([id]);
    await remove(client, id);
    expect(await sentOf(client)).toEqual([]);
  });

  it('without an account ends with its session, not before', async () => {
    const nobody = portal.client();
    await nobody.call('openPseudo', { body: { locale: 'de' } });
    const id = await send(nobody);
    expect(await problemOf(remove(nobody, id))).toMatchObject({ code: 'login-required' });
    expect(await nobody.call('getProcess', { params: { id }, query: {} })).toMatchObject({ id });
  });

  it('is no draft, and a draft is not removed this way', async () => {
    const client = await logIn('leczyca:eID');
    const { id } = await fillIn(client, 'hundesteuer');
    expect(await problemOf(remove(client, id))).toMatchObject({ code: 'status-conflict' });
    expect(await chosenBy(client, id)).toBeNull();
    expect(await draftsOf(client)).toEqual([id]);
  });
});

describe('a person who deletes everything', () => {
  const facts = (userId: string) =>
    storedRows(portal, async (db) => ({
      people: await db.selectFrom('appUser').select('subject').where('id', '=', userId).execute(),
      processes: await db.selectFrom('process').select('id').where('userId', '=', userId).execute(),
      sessions: await db.selectFrom('session').select('id').where('userId', '=', userId).execute(),
      handovers: await db.selectFrom('handover').select('id').where('userId', '=', userId).execute(),
      notes: await db.selectFrom('expiredDraft').select('id').where('userId', '=', userId).execute(),
    }));
  const nothingLeft = { people: [], processes: [], sessions: [], handovers: [], notes: [] };
  /** Returns the person of a browser's session. */
  const userIdOf = async (client: PortalClient) => {
    const [, token = ''] = [...client.cookies].find(([name]) => name.endsWith('sp_session')) ?? [];
    const [session] = await storedRows(portal, (db) =>
      db.selectFrom('session').select('userId').where('tokenHash', '=', tokenHashOf(token)).execute(),
    );
    return session?.userId ?? 'nobody';
  };

  it('has nothing left here, is told what went, and is logged out on every device', async () => {
    const client = await logIn('yildiz:Benutzername');
    const other = await logIn('yildiz:Benutzername');
    await fillIn(client, 'hundesteuer');
    await send(client);
    await portal.passMinute();
    const kept = await client.call('getKept', { query: { lang: 'en' } });
    expect(kept).toMatchObject({
      counts: { drafts: 1, sent: 1, logins: 2, payments: 0, handovers: 0, notes: 0 },
      closed: noneClosed,
      paidCents: 0,
      stays: [],
      isCompany: false,
      recentForMs: expect.any(Number),
    });
    expect(kept.counts.files).toBeGreaterThan(2);
    const userId = await userIdOf(client);
    const erased = await erase(client);
    expect(erased).toEqual({
      more: false,
      gone: { drafts: 1, sent: 1, handovers: 0, notes: 0, logins: 2, refundCents: 0 },
      stays: [],
      closed: noneClosed,
      accountGone: true,
      account: 'nkb',
    });
    expect(await facts(userId)).toEqual(nothingLeft);
    for (const browser of [client, other]) expect((await browser.call('getUser', {})).user).toBeNull();
    expect(await securityLines()).toContainEqual(
      expect.objectContaining({
        event: 'deletion',
        what: 'account',
        whole: true,
        person: expect.any(String),
      }),
    );
    // A new login is a new person here.
    const again = await logIn('yildiz:Benutzername');
    expect(await sentOf(again)).toEqual([]);
    expect([userId, 'nobody']).not.toContain(await userIdOf(again));
  });

  it('must have logged in a short time ago, and with an account', async () => {
    const nobody = portal.client();
    expect(await problemOf(erase(nobody))).toMatchObject({ code: 'login-required' });
    await nobody.call('openPseudo', { body: { locale: 'de' } });
    expect(await problemOf(erase(nobody))).toMatchObject({ code: 'login-required' });
    expect(await problemOf(nobody.call('getKept', { query: {} }))).toMatchObject({ code: 'login-required' });

    const client = await logIn('lindemann:eID');
    const { id } = await fillIn(client, 'hundesteuer');
    for (let minutes = 0; minutes < 11; minutes += 1) {
      await portal.passDays(MINUTE_IN_DAYS);
      await client.call('prolongSession', {});
    }
    expect((await client.call('getKept', { query: {} })).recentForMs).toBeNull();
    expect(await problemOf(erase(client))).toMatchObject({
      code: 'login-not-recent',
      accepted: ['nkb'],
      trustLevel: 'high',
    });
    // A weaker login, and one from the account's memory, prove nothing new.
    await client.logIn('lindemann:Benutzername', { forceNew: true });
    expect(await problemOf(erase(client))).toMatchObject({ code: 'login-not-recent' });
    await client.logIn('lindemann:eID', { sessionIsOld: true, trustLevel: 'high' });
    expect(await problemOf(erase(client))).toMatchObject({ code: 'login-not-recent' });
    expect(await draftsOf(client)).toEqual([id]);
    await client.logIn('lindemann:eID', { forceNew: true, trustLevel: 'high' });
    expect(await erase(client)).toMatchObject({ gone: { drafts: 1 }, accountGone: true });
  });

  it('keeps what cannot go now, and hears why; nobody else gets it', async () => {
    const client = await logIn('thomsen:Elster');
    const payable = await opened(client);
    const paid = await paidDraft(client);
    portal.partners.delivery.faults.set({ fault: 'down', requests: NEVER });
    const { id: sending } = await fillIn(client, 'hundesteuer');
    await complete(client, sending);
    await client.call('submitProcess', { params: { id: sending } });
    const { id: draft } = await fillIn(client, 'hundesteuer');
    const kept = await client.call('getKept', { query: { lang: 'en' } });
    expect(kept).toMatchObject({ paidCents: 6000, counts: { drafts: 4, sent: 0 } });
    expect(kept.stays.map(({ id, why }) => [id, why]).sort()).toEqual(
      [
        [payable.id, 'paying'],
        [sending, 'sending'],
      ].sort(),
    );
    const userId = await userIdOf(client);

    const erased = await erase(client, { paidCents: '5999' });
    expect(erased).toMatchObject({
      gone: { drafts: 1, sent: 0, refundCents: 0 },
      accountGone: false,
    });
    expect(erased.stays.map(({ id, why }) => [id, why]).sort()).toEqual(
      [
        [payable.id, 'paying'],
        [paid, 'paid'],
        [sending, 'sending'],
      ].sort(),
    );
    expect(erased.stays[0]!.service).not.toBe('');
    expect((await client.call('getUser', {})).user).toBeNull();
    expect(await facts(userId)).toMatchObject({ people: [{}], sessions: [], notes: [] });

    const again = await logIn('thomsen:Elster');
    expect((await draftsOf(again)).sort()).toEqual([payable.id, paid, sending].sort());
    expect(await draftsOf(again)).not.toContain(draft);
    // With consent to the sum, the paid draft goes, and its money is noted to be returned.
    expect(await erase(again, { paidCents: '6000' })).toMatchObject({
      gone: { drafts: 1, refundCents: 6000 },
      accountGone: false,
    });
    const refunds = await storedRows(portal, (db) =>
      db.selectFrom('refund').select('amountCents').where('processId', '=', paid).execute(),
    );
    expect(refunds).toEqual([{ amountCents: 6000 }]);
    portal.partners.delivery.faults.end();
    await settle(payable.transactionId, 'CANCELED');
    const last = await logIn('thomsen:Elster');
    await last.call('checkPayment', { params: { processId: payable.id } });
    await expect.poll(() => sentOf(last)).toEqual([sending]);
    expect(await erase(last)).toMatchObject({ gone: { drafts: 1, sent: 1 }, accountGone: true });
    expect(await facts(userId)).toEqual(nothingLeft);
  });

  it('at a weak login keeps what only a stronger one opens, and hears how many', async () => {
    const strong = await logIn('matthiesen:eID');
    const id = await send(strong);
    const weak = await logIn('matthiesen:Benutzername');
    await fillIn(weak, 'hundesteuer');
    const kept = await weak.call('getKept', { query: {} });
    expect(kept).toMatchObject({ counts: { drafts: 1, sent: 0, files: expect.any(Number) } });
    expect(kept.closed).toEqual({ drafts: none, sent: { substantial: 0, high: 1 } });
    expect(await erase(weak)).toMatchObject({
      gone: { drafts: 1, sent: 0 },
      closed: kept.closed,
      stays: [],
      accountGone: false,
    });
    const again = await logIn('matthiesen:eID');
    expect(await sentOf(again)).toEqual([id]);
  });

  it('twice at once does it once, and nothing begins meanwhile that is nobody’s', async () => {
    const client = await logIn('lindemann:eID');
    const other = await logIn('lindemann:eID');
    for (let n = 0; n < 3; n += 1) await fillIn(client, 'hundesteuer');
    const userId = await userIdOf(client);
    const ends = await Promise.allSettled([
      erase(client),
      erase(other),
      fillIn(other, 'hundesteuer'),
      fillIn(client, 'hundesteuer'),
    ]);
    for (const end of ends) {
      if (end.status === 'rejected')
        expect((end.reason as Refused).problem.code).toMatch(/^(login-required|session-expired|not-found)$/);
    }
    const left = await facts(userId);
    expect(left.sessions).toEqual([]);
    // Whatever began in time is theirs, and their account is still there for it.
    expect(left.people.length).toBe(left.processes.length > 0 ? 1 : 0);
  });

  it('of a company ends their own logins only; the account stays while a colleague works', async () => {
    const own = portal.client();
    await own.logInAsBusiness('foerdewind:lindemann', { forceNew: true });
    const colleague = portal.client();
    await colleague.logInAsBusiness('foerdewind:petersen', { forceNew: true });
    await fillIn(own, 'gewerbeanmeldung');
    expect(await own.call('getKept', { query: {} })).toMatchObject({
      isCompany: true,
      counts: { drafts: 1, logins: 1 },
    });
    expect(await erase(own)).toMatchObject({ gone: { drafts: 1, logins: 1 }, accountGone: false });
    expect((await own.call('getUser', {})).user).toBeNull();
    expect((await colleague.call('getUser', {})).user).toMatchObject({ name: expect.any(String) });
    expect(await draftsOf(colleague)).toEqual([]);
    expect(await erase(colleague)).toMatchObject({ accountGone: true });
  });
});

describe('a copy of everything', () => {
  const fetched = (client: PortalClient, lang = 'de') => client.fetch(`/api/person/copy?lang=${lang}`);
  /** The copy with its files by their names, or the problem instead of one. */
  const copyOf = async (client: PortalClient, lang?: string) => {
    const response = await fetched(client, lang);
    const { status, headers } = response;
    if (status !== 200) return { status, headers, body: await response.json(), names: [] };
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const data = (name: string) => JSON.parse(files.find((one) => one.name === name)!.content.toString());
    return {
      status,
      headers,
      names: files.map(({ name }) => name),
      body: data(lang === 'en' ? 'Data.json' : 'Daten.json'),
      data,
      all: files.map(({ content }) => content.toString('latin1')).join('\n'),
    };
  };

  it('has the rows of the person and nobody else’s, with what they entered, and no secret', async () => {
    const client = await logIn('leczyca:eID');
    const other = await logIn('thomsen:Elster');
    await fillIn(other, 'hundesteuer');
    const id = await send(client);
    const { status, headers, names, body, data, all } = await copyOf(client);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Kopie-[\d-]+\.zip"/);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(body.tables.appUser).toMatchObject([
      { providerId: 'nkb', subject: expect.stringMatching(/^hmac:/) },
    ]);
    expect(body.tables.session[0].identity.userData).toMatchObject({ familyName: expect.any(String) });
    expect(body.tables.session[0]).not.toHaveProperty('tokenHash');
    expect(body.tables.accountSession[0]).not.toHaveProperty('account');
    const { folder } = body.applications.find((one: { id: string }) => one.id === id);
    expect(folder).toMatch(/^SP-/);
    const { tables } = data!(`${folder}/Daten.json`);
    expect(tables.process).toMatchObject([{ id }]);
    expect(Object.keys(tables.process[0].data).length).toBeGreaterThan(5);
    expect(tables.submission).toMatchObject([{ processId: id, ticketNumber: folder }]);
    expect(tables.file.length).toBeGreaterThan(2);
    expect(tables.file[0]).toMatchObject({
      size: expect.any(Number),
      sha512: expect.stringMatching(/^[\da-f]{128}$/),
    });
    expect(tables.journal.length).toBeGreaterThan(5);
    // The documents that the portal has made, and what was uploaded.
    expect(names.filter((name) => name.startsWith(`${folder}/Dateien/`)).length).toBe(tables.file.length);
    expect(names).toContain(`${folder}/Überblick.pdf`);
    expect(all).not.toContain(subjectOf('thomsen'));
    expect((await copyOf(client, 'en')).names).toContain(`${folder}/Overview.pdf`);
    expect(await securityLines()).toContainEqual(
      expect.objectContaining({ event: 'copy', outcome: 'succeeded' }),
    );
  });

  it('needs a login of a short time ago, and misses what only a stronger one opens', async () => {
    const strong = await logIn('matthiesen:eID');
    const id = await send(strong);
    const weak = await logIn('matthiesen:Benutzername');
    const { body, all } = await copyOf(weak);
    expect(all).not.toContain(id);
    expect(body.closed.sent.high).toBeGreaterThan(0);
    await portal.passDays(11 * MINUTE_IN_DAYS);
    expect(await copyOf(strong)).toMatchObject({ status: 403, body: { code: 'login-not-recent' } });
    // Whoever follows the link sees the page with the reason.
    const followed = await strong.fetch('/api/person/copy?lang=en', {
      headers: { accept: 'text/html', referer: `${portal.url}/en/account/data` },
      redirect: 'manual',
    });
    expect([followed.status, followed.headers.get('location')]).toEqual([303, '/en/account/data']);
    const nobody = portal.client();
    expect(await copyOf(nobody)).toMatchObject({ status: 401 });
    await nobody.call('openPseudo', { body: { locale: 'de' } });
    expect(await copyOf(nobody)).toMatchObject({ status: 401, body: { code: 'login-required' } });
  });
});
