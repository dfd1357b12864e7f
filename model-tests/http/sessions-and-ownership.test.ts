import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { openStorage } from '#server/storage/database.ts';
import { visitAccount } from '#stand-ins/identity/visit.ts';
import { itLater } from '../later.ts';
import { complete, fillIn, KIEL, offerOf, submit } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';

let portal: Portal;
let hasty: Portal;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
  // Sessions of six seconds; the job that erases expired data runs every minute.
  hasty = await startPortal({
    script: clockedServer,
    environment: { LOG_LEVEL: 'fatal', SESSION_IDLE_MINUTES: '30', CLOCK: 'stopped' },
  });
});
afterAll(() => Promise.all([portal?.close(), hasty?.close()]));

async function anonymous(at = portal): Promise<PortalClient> {
  const client = at.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
}
async function person(choice: Parameters<PortalClient['logIn']>[0], at = portal): Promise<PortalClient> {
  const client = at.client();
  expect(await client.logIn(choice)).toContain('login=SUCCESS');
  return client;
}
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const userOf = async (client: PortalClient) => (await client.call('getUser', {})).user?.name ?? null;
const dogTax = (client: PortalClient) =>
  client.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
const get = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });

/** Valid bodies, so that only ownership decides. */
const bodies: Record<string, unknown> = {
  prolongForm: { caseId: randomUUID() },
  reportFrame: { caseId: randomUUID(), reason: 'flooded' },
  saveProgress: { version: 1, data: {}, page: null },
  completeProcess: { version: 1, hash: '0'.repeat(64), statements: [] },
  repeatApplication: {},
  markSeen: { status: 'SUBMITTED' },
  changePlace: { area: KIEL },
  chooseMails: { wanted: false },
  chooseNotice: { version: 1, electronicNoticeDelivery: true },
  decideConflict: { version: 1, hash: '0'.repeat(64), apply: [], correct: [] },
  startPayment: { version: 1 },
  keepPreview: { jpeg: 'aaaa' },
  handIn: { files: [randomUUID()] },
  holdEditing: { window: randomUUID(), waits: false },
  takeEditing: { window: randomUUID() },
  releaseEditing: { window: randomUUID() },
};
const FILE = '?path=reliefProof&name=a.pdf';
const queries: Record<string, string> = { uploadFile: FILE, uploadHandIn: FILE, deleteDraft: '?id=' };

/** Every call of the contract that names a process. */
const processCalls = (Object.entries(calls) as [string, Call][]).filter(
  ([name, { path }]) =>
    /^\/api\/(?:process|payment)\/.*\{(?:id|processId)\}/.test(path) || name === 'deleteDraft',
);

async function callOn(client: PortalClient, name: string, call: Call, id: string) {
  const file = call.path.includes('/upload/') ? id : 'form';
  const path = call.path
    .replace(/\{(id|processId)\}/, id)
    .replace('{file}', file)
    .replace('{handIn}', id);
  const query = name === 'deleteDraft' ? `?id=${id}` : (queries[name] ?? '');
  const body = bodies[name];
  const response = await client.fetch(`${path}${query}`, {
    method: call.method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    ...(call.streams === 'body' && {
      body: '%PDF-1.7',
      headers: { 'content-type': 'application/octet-stream' },
    }),
  });
  const { requestId: _, ...problem } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, problem };
}

describe('somebody else’s application', () => {
  it.each(processCalls)('is not there for %s, like one that never was', async (name, call) => {
    const owner = await person('lindemann:eID');
    const { id } = await dogTax(owner);
    const unknown = randomUUID();
    for (const stranger of [await person('petersen:Elster'), await anonymous()]) {
      const foreign = await callOn(stranger, name, call, id);
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(await callOn(stranger, name, call, unknown));
    }
    expect((await get(owner, id)).version).toBe(1);
  });

  it.each(processCalls)('needs a session for %s', async (name, call) => {
    const { status, problem } = await callOn(portal.client(), name, call, randomUUID());
    expect([status, problem.code]).toEqual([401, 'login-required']);
  });

  it('that was begun without an account is that of its session alone', async () => {
    const { id } = await dogTax(await anonymous());
    for (const stranger of [await anonymous(), await person('petersen:Elster')]) {
      expect(await problemOf(get(stranger, id))).toMatchObject({ status: 404, code: 'not-found' });
    }
  });

  it('keeps its transport report to itself', async () => {
    const owner = await person('lindemann:eID');
    const { id } = await fillIn(owner, 'hundesteuer');
    await complete(owner, id);
    const { messageId } = await submit(owner, id);
    const report = { params: { messageId: messageId! } };
    expect(await owner.call('getTransportReport', report)).toMatchObject({ messageId });
    const stranger = await person('petersen:Elster');
    expect(await problemOf(stranger.call('getTransportReport', report))).toMatchObject({ status: 404 });
  });

  it('cannot lend its files to another form', async () => {
    const owner = await person('lindemann:eID');
    const theirs = await fillIn(owner, 'hundesteuer');
    const stored = await owner.openForm({ params: { id: theirs.id }, query: {} });
    const thief = await anonymous();
    const { id } = await fillIn(thief, 'hundesteuer');
    const { data, version } = await thief.openForm({ params: { id }, query: {} });
    await thief.call('saveProgress', {
      params: { id },
      body: { version, data: { ...data, reliefProof: stored.data.reliefProof }, page: null },
    });
    expect(await problemOf(complete(thief, id))).toMatchObject({
      status: 422,
      fields: [
        { name: 'reliefProof', reason: 'file' },
        { name: 'reliefProof', reason: 'file' },
      ],
    });
  });
});

describe('a request from another site', () => {
  /** Calls from another portal, which a signature proves. */
  const signed = ['receiveHandover', 'tellHandover'];
  const moving = (Object.entries(calls) as [string, Call][]).filter(
    ([name, { method }]) => method !== 'GET' && !signed.includes(name),
  );
  it.each(moving)('cannot make %s: the anti-forgery header is missing or wrong', async (_, call) => {
    const path = call.path.replace(/\{\w+\}/g, randomUUID());
    const send = (headers: Record<string, string>) =>
      fetch(new URL(path, portal.url), { method: call.method, headers });
    for (const headers of [
      {},
      { cookie: 'XSRF-TOKEN=abc' },
      { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' },
    ]) {
      const response = await send(headers as Record<string, string>);
      expect([response.status, (await response.json()).code]).toEqual([403, 'xsrf-mismatch']);
    }
  });
});

describe('an application that was begun without an account', () => {
  it('goes over to the person who logs in, with everything in it', async () => {
    const client = await anonymous();
    const { id } = await fillIn(client, 'wohngeld');
    await complete(client, id);
    const { data } = await client.openForm({ params: { id }, query: {} });
    expect(await problemOf(client.call('persistProcess', { params: { id } }))).toMatchObject({ status: 401 });
    await client.logIn('thomsen:Elster');
    const handedOver = await client.call('persistProcess', { params: { id } });
    expect(handedOver).toMatchObject({ status: 'COMPLETED', facts: { hasUser: true } });
    expect((await client.openForm({ params: { id }, query: {} })).data).toEqual(data);
    expect((await client.call('listDrafts', { query: {} })).map((draft) => draft.id)).toContain(id);
    const elsewhere = await person('thomsen:Elster');
    expect((await get(elsewhere, id)).id).toBe(id);
  });

  it('goes over to nobody without a login, also where the form needs none', async () => {
    const client = await anonymous();
    const { id } = await dogTax(client);
    const persist = client.call('persistProcess', { params: { id } });
    expect(await problemOf(persist)).toMatchObject({ status: 401, code: 'login-required' });
  });

  it('stays with the first person when another one logs in in the same browser', async () => {
    const client = await anonymous();
    const kept = await dogTax(client);
    const left = await dogTax(client);
    await client.logIn('thomsen:Elster');
    await client.call('persistProcess', { params: { id: kept.id } });
    const before = portal.client();
    before.cookies.set('sp_session', client.cookies.get('sp_session')!);
    expect(await userOf(before)).not.toBeNull();
    await client.logIn('petersen:Elster');
    expect(await userOf(before), 'the session of the first one has ended').toBeNull();
    for (const { id } of [kept, left]) {
      expect(await problemOf(client.call('persistProcess', { params: { id } }))).toMatchObject({
        status: 404,
      });
      expect(await problemOf(get(client, id))).toMatchObject({ status: 404 });
    }
    expect((await get(await person('thomsen:Elster'), kept.id)).id).toBe(kept.id);
  });

  it('is gone after logging out', async () => {
    const client = await anonymous();
    const { id } = await dogTax(client);
    const cookies = new Map(client.cookies);
    await client.call('logout', {});
    expect(await problemOf(get(client, id))).toMatchObject({ status: 401, code: 'login-required' });
    for (const [name, value] of cookies) client.cookies.set(name, value);
    expect(await problemOf(get(client, id))).toMatchObject({ status: 401, code: 'session-expired' });
    await client.logIn('thomsen:Elster');
    expect(await problemOf(get(client, id))).toMatchObject({ status: 404 });
  });
});

describe('a login', () => {
  const request = (client: PortalClient, redirect = '/nutzerkonto', cancelUrl = '/leistung/1') =>
    client.call('requestSamlLogin', {
      query: { providerId: 'nkb', redirect, cancelUrl, locale: 'de', timezone: 'Europe/Berlin' },
    });
  const ticketOf = async (
    client: PortalClient,
    choice: Parameters<typeof visitAccount>[1],
    redirect?: string,
  ) => {
    const { url, fields } = await visitAccount(await request(client, redirect), choice);
    const received = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return {
      ticket: received.headers.get('location')!,
      again: () => fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
    };
  };
  const locationOf = async (client: PortalClient, ticket: string) =>
    (await client.fetch(ticket)).headers.get('location');

  it('is worth nothing in another browser', async () => {
    const attacker = portal.client();
    const victim = portal.client();
    await request(victim);
    const { ticket } = await ticketOf(attacker, 'petersen:Elster');
    expect(await locationOf(victim, ticket)).toBe('/redirect?lang=de&lost=login');
    expect(await userOf(victim)).toBeNull();
    // The victim's own login in progress continues.
    expect([...victim.cookies.keys()].some((name) => name.startsWith('sp_login_'))).toBe(true);
  });

  it('is worth nothing the second time', async () => {
    const client = portal.client();
    const { ticket, again } = await ticketOf(client, 'thomsen:Elster');
    const cookies = new Map(client.cookies);
    expect(await locationOf(client, ticket)).toBe('/nutzerkonto?login=SUCCESS');
    expect(await userOf(client)).toBe('Hinrich Thomsen');
    const thief = portal.client();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect(await locationOf(thief, ticket)).toBe('/leistung/1?login=ERROR');
    expect((await again()).headers.get('location')).toMatch(/^\/api\/auth\/return\?login=[\da-f]{8}$/);
    expect(await userOf(thief)).toBeNull();
    // Taken twice by the browser that it has logged in: nothing is lost there.
    expect(await locationOf(client, ticket)).toBe('/redirect?lang=de&lost=login');
    expect(await userOf(client)).toBe('Hinrich Thomsen');
  });

  it('that cannot be redeemed leads back to where the login began, in its language', async () => {
    const client = portal.client();
    await client.call('requestSamlLogin', {
      query: {
        providerId: 'nkb',
        redirect: '/en/account',
        cancelUrl: '/en/search?q=dog',
        locale: 'en',
        timezone: 'Europe/Berlin',
      },
    });
    expect(await locationOf(client, '/api/auth/return?ticket=unknown')).toBe('/en/search?q=dog&login=ERROR');
    const stranger = portal.client();
    stranger.cookies.set('locale', 'en');
    expect(await locationOf(stranger, '/api/auth/return?ticket=unknown')).toBe(
      '/redirect?lang=en&lost=login',
    );
    for (const page of ['//host/', 'https://host/', '/\\host', '']) {
      stranger.cookies.set('sp_login_0', `x.${Buffer.from(page).toString('base64url')}`);
      expect(await locationOf(stranger, '/api/auth/return'), page).toBe('/redirect?lang=en&lost=login');
    }
  });

  it.each([
    ['cancel', 'CANCEL'],
    ['error', 'ERROR'],
  ] as const)('that ends by %s leads back with that result, and the work stays', async (choice, result) => {
    const client = await anonymous();
    const { id } = await dogTax(client);
    const { ticket } = await ticketOf(client, choice);
    expect(await locationOf(client, ticket)).toBe(`/leistung/1?login=${result}`);
    expect((await get(client, id)).id).toBe(id);
  });

  it('changes the token, so that one from before is worth nothing', async () => {
    const client = await anonymous();
    const before = client.cookies.get('sp_session')!;
    await client.logIn('thomsen:Elster');
    const old = portal.client();
    old.cookies.set('sp_session', before);
    expect(await userOf(old)).toBeNull();
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
  ])('never leads to another site: %s', async (redirect) => {
    const client = portal.client();
    const asked = await ticketOf(client, 'thomsen:Elster', redirect).catch((error) => error);
    if (asked instanceof Refused) return expect(asked.problem.status).toBe(400);
    const location = await locationOf(client, asked.ticket);
    expect(new URL(location!, portal.url).origin).toBe(portal.url);
  });

  it.each(['sk', 'eid'] as const)('refuses %s, which is not offered here', async (providerId) => {
    const call = portal.client().call('requestSamlLogin', {
      query: { providerId, redirect: '/', cancelUrl: '/', locale: 'de', timezone: 'Europe/Berlin' },
    });
    const fields = [{ name: 'providerId', reason: 'is not offered here' }];
    expect(await problemOf(call)).toMatchObject({ status: 400, code: 'input-invalid', fields });
  });

  it('takes the session without an account for no login', async () => {
    const query = { redirect: '/', cancelUrl: '/', locale: 'de', timezone: 'Europe/Berlin' } as const;
    const call = portal
      .client()
      .call('requestSamlLogin', { query: { ...query, providerId: 'anon' as never } });
    expect(await problemOf(call)).toMatchObject({ status: 400, fields: [{ name: 'providerId' }] });
  });

  it('has the metadata of each provider that is offered here, and of no other', async () => {
    const metadata = (query: string) => fetch(new URL(`/api/auth/saml2/metadata${query}`, portal.url));
    expect(await (await metadata('?providerId=nkb')).text()).toContain('EntityDescriptor');
    expect((await metadata('')).status).toBe(200);
    expect(await (await metadata('?providerId=elster')).text()).toContain('providerId=elster"');
    for (const query of ['?providerId=eid', '?providerId=', '?providerId=nkb&providerId=nkb']) {
      expect((await metadata(query)).status, query).toBe(404);
    }
  });

  it('knows no posted answer that nobody asked for', async () => {
    const response = await fetch(new URL('/api/auth/saml2/acs', portal.url), {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: 'PHg+', RelayState: randomUUID() }),
      redirect: 'manual',
    });
    expect(response.headers.get('location')).toMatch(/^\/api\/auth\/return\?login=[\da-f]{8}$/);
  });
});

describe('a session', () => {
  itLater('ends when nobody uses it, and takes what was anonymous with it', async () => {
    const client = await anonymous(hasty);
    const { id } = await dogTax(client);
    await hasty.passDays(31 / (24 * 60));
    expect((await client.call('getUser', {})).user).toBeNull();
    expect(await problemOf(get(client, id))).toMatchObject({ status: 401, code: 'session-expired' });
    await hasty.passMinute();
    await hasty.kill();
    const storage = await openStorage({ dataDir: hasty.dataDir });
    const left = await storage.db.selectFrom('process').select('id').where('id', '=', id).execute();
    await storage.close();
    await hasty.start();
    expect(left).toEqual([]);
  });

  itLater('of an expired login leaves the drafts for the next one', async () => {
    const client = await person('thomsen:Elster', hasty);
    const { id } = await dogTax(client);
    await hasty.passDays(31 / (24 * 60));
    expect(await problemOf(get(client, id))).toMatchObject({ code: 'session-expired' });
    // The account's clock is not ahead.
    await hasty.kill();
    await hasty.start();
    await client.logIn('thomsen:Elster');
    expect((await get(client, id)).id).toBe(id);
  });
});

describe('the list of drafts', () => {
  it('shows the drafts of the login’s trust level and below, and opens no others', async () => {
    const strong = await person('lindemann:eID');
    const low = await dogTax(strong);
    const high = await strong.call('startProcess', {
      body: { metadataId: offerOf('meldebescheinigung').metadataId, area: KIEL },
    });
    const idsOf = async (client: PortalClient) =>
      (await client.call('listDrafts', { query: {} })).map(({ id }) => id);
    expect(await idsOf(strong)).toEqual(expect.arrayContaining([low.id, high.id]));
    const weak = await person('lindemann:Benutzername');
    expect(await idsOf(weak)).toContain(low.id);
    expect(await idsOf(weak)).not.toContain(high.id);
    const refusal = { status: 403, code: 'trust-level-too-low', trustLevel: 'substantial' };
    expect(await problemOf(get(weak, high.id))).toMatchObject(refusal);
    const start = weak.call('startProcess', {
      body: { metadataId: offerOf('meldebescheinigung').metadataId, area: KIEL },
    });
    expect(await problemOf(start)).toMatchObject(refusal);
  });

  it('says how many drafts a login at a higher level would open, to the person alone', async () => {
    const closedFor = (client: PortalClient) => client.call('countClosed', {}).then(({ drafts }) => drafts);
    const strong = await person('thomsen:Elster');
    const weak = await person('thomsen:Benutzername');
    const before = await closedFor(weak);
    const { id } = await strong.call('startProcess', {
      body: { metadataId: offerOf('meldebescheinigung').metadataId, area: KIEL },
    });
    expect(await closedFor(weak)).toEqual({ ...before, substantial: before.substantial + 1 });
    expect(await closedFor(strong)).toEqual({ substantial: 0, high: 0 });
    expect(await closedFor(await person('nguyen:Benutzername'))).toEqual({ substantial: 0, high: 0 });
    expect(await problemOf(closedFor(await anonymous()))).toMatchObject({ code: 'login-required' });
    await strong.call('deleteDraft', { query: { id } });
    expect(await closedFor(weak)).toEqual(before);
  });

  it('stays with the person who began it, whoever logs in in that browser before sending', async () => {
    const browser = await person('lindemann:eID');
    const { id } = await fillIn(browser, 'hundesteuer');
    await complete(browser, id);
    // The login before sending refuses another person, and the present one stays logged in.
    expect(await browser.logIn('petersen:Elster', { processId: id })).toBe(
      '/nutzerkonto?login=ERROR&refusal=other-person',
    );
    expect(await get(browser, id)).toMatchObject({ id, status: 'COMPLETED' });
    expect(await browser.logIn('petersen:Elster', { forceNew: true })).toContain('login=SUCCESS');
    const handOver = browser.call('persistProcess', { params: { id } });
    expect(await problemOf(handOver)).toMatchObject({ status: 404, code: 'not-found' });
    expect(await problemOf(get(browser, id))).toMatchObject({ status: 404, code: 'not-found' });
    await browser.logIn('lindemann:eID', { forceNew: true });
    expect(await get(browser, id)).toMatchObject({ id, status: 'COMPLETED' });
    await browser.call('deleteDraft', { query: { id } });
  });

  it('says until when a draft is available, moves that with use, and forgets a deleted one', async () => {
    const client = await person('petersen:Elster');
    const { id, availableUntil } = await dogTax(client);
    const days = (Date.parse(availableUntil) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    const touched = await client.call('touchProcess', { params: { id } });
    expect(touched.availableUntil >= availableUntil).toBe(true);
    await client.call('deleteDraft', { query: { id } });
    expect((await client.call('listDrafts', { query: {} })).map((draft) => draft.id)).not.toContain(id);
    expect(await problemOf(get(client, id))).toMatchObject({ status: 404 });
    expect(await problemOf(client.call('deleteDraft', { query: { id } }))).toMatchObject({ status: 404 });
  });

  it('has the draft that was changed last first, and what was sent last first', async () => {
    const client = await person('leczyca:eID');
    const [first, second] = [await fillIn(client, 'hundesteuer'), await fillIn(client, 'hundesteuer')];
    const drafts = async () => (await client.call('listDrafts', { query: {} })).map(({ id }) => id);
    expect(await drafts()).toEqual([second.id, first.id]);
    await complete(client, first.id);
    expect(await drafts()).toEqual([first.id, second.id]);

    const sent = async () => (await client.call('listSent', { query: {} })).map(({ id }) => id);
    await complete(client, second.id);
    await submit(client, second.id);
    await submit(client, first.id);
    expect(await sent()).toEqual([first.id, second.id]);
  });

  it('is for people with an account', async () => {
    const client = await anonymous();
    expect(await problemOf(client.call('listDrafts', { query: {} }))).toMatchObject({
      code: 'login-required',
    });
    expect(await problemOf(client.call('listSent', { query: {} }))).toMatchObject({ code: 'login-required' });
  });
});

describe('two tabs', () => {
  it('never overwrite each other: the older state is refused and says so', async () => {
    const client = await person('thomsen:Elster');
    const { id, version } = await dogTax(client);
    const save = (name: string, version: number) =>
      client.call('saveProgress', { params: { id }, body: { version, data: { dogName: name }, page: null } });
    const first = await save('Bella', version);
    expect(await problemOf(save('Rex', version))).toMatchObject({
      status: 409,
      code: 'version-conflict',
      version: first.version,
    });
    const { data } = await client.openForm({ params: { id }, query: {} });
    expect(data.dogName).toBe('Bella');
    await save('Rex', first.version);
  });

  it('let one of fifty writes through that are based on the same version', async () => {
    const client = await person('thomsen:Elster');
    const { id, version } = await dogTax(client);
    const writes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        client.call('saveProgress', {
          params: { id },
          body: { version, data: { dogName: `Dog ${index}` }, page: null },
        }),
      ),
    );
    expect(writes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await get(client, id)).version).toBe(version + 1);
  });
});

describe('a link to a document that is not to be had', () => {
  const documentOf = (client: PortalClient, id: string, headers: Record<string, string>) =>
    client.fetch(`/api/process/${id}/file/form`, { headers });

  it.each([
    ['/nutzerkonto', '/formular'],
    ['/en/account', '/en/form'],
  ])('leads whoever follows it from %s to the application, which says why', async (from, to) => {
    const owner = await person('petersen:Elster');
    const { id } = await dogTax(owner);
    for (const client of [owner, await person('nguyen:Benutzername'), portal.client()]) {
      const answer = await documentOf(client, id, { accept: 'text/html,*/*', referer: portal.url + from });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${to}?id=${id}`]);
    }
  });

  it('is a problem for scripts', async () => {
    const owner = await person('petersen:Elster');
    const { id } = await dogTax(owner);
    const answer = await documentOf(owner, id, { accept: 'application/json' });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not-found' }]);
  });
});
