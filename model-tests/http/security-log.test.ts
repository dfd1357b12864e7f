import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { openStorage } from '#server/storage/database.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { visitAccount } from '#stand-ins/identity/visit.ts';
import { EICAR } from '#stand-ins/scanner/server.ts';
import { itLater } from '../later.ts';
import { complete, fillIn, KIEL, offerOf, pdf, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';

type Line = Record<string, unknown> & { time: number; event: string };

/** Days after which it is another month for sure. */
const LONGEST_MONTH = 31;
const TOKEN = 'a token that only operators know, 1234';
const PSEUDONYM = expect.stringMatching(/^[\w-]{16}$/);
const UUID = expect.stringMatching(/^[\da-f-]{36}$/);

let portal: Portal;
let folder: string;
let file: string;
let begun: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'security-'));
  file = path.join(folder, 'logs', 'security.log');
  portal = await startPortal({
    script: clockedServer,
    environment: {
      LOG_LEVEL: 'silent',
      SECURITY_LOG: file,
      OPERATIONS_TOKEN: TOKEN,
      TRUST_PROXY: 'loopback',
      DELIVERY_RETRY_DAYS: '0',
    },
  });
});
afterAll(async () => {
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

const linesOf = async (name = file): Promise<Line[]> =>
  (await readFile(name, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
let seen = 0;
beforeEach(async () => {
  seen = (await linesOf().catch(() => [])).length;
  begun = Date.now();
});
/** The log's lines for an event since the test began. */
const recorded = async (event: string) =>
  (await linesOf()).slice(seen).filter((line) => line.event === event);
/** Common members of every line: the log and the time; for a request also its caller. */
const whole = (facts: object) =>
  expect.objectContaining({ log: 'security', time: expect.any(Number), ...facts });
const ofRequest = (facts: object) => whole({ caller: PSEUDONYM, request: UUID, ...facts });

const anonymous = async () => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
};
const known = async (choice: Parameters<PortalClient['logIn']>[0] = 'petersen:Elster') => {
  const client = portal.client();
  await client.logIn(choice);
  return client;
};
const begin = (client: PortalClient) =>
  client.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem.code,
  );
const sent = async (client: PortalClient) => {
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  return submit(client, id);
};

describe('a login is in the security log', () => {
  const begunLogin = async (client: PortalClient) => {
    const query = { providerId: 'nkb', redirect: '/nutzerkonto', cancelUrl: '/', locale: 'de' } as const;
    return client.call('requestSamlLogin', { query: { ...query, timezone: 'Europe/Berlin' } });
  };
  const post = (fields: Record<string, string>) =>
    fetch(new URL('/api/auth/saml2/acs', portal.url), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });

  it('when it succeeds, once more, and as a step-up to a higher level', async () => {
    const client = await known('lindemann:Benutzername');
    await client.logIn('lindemann:Benutzername');
    await client.logIn('lindemann:eID', { trustLevel: 'high' });
    const who = { provider: 'nkb', outcome: 'succeeded', session: PSEUDONYM, person: PSEUDONYM };
    const logins = await recorded('login');
    expect(logins).toEqual([
      ofRequest({ ...who, trustLevel: 'low', again: false }),
      ofRequest({ ...who, trustLevel: 'low', again: true }),
    ]);
    const [stepUp, ...more] = await recorded('step-up');
    expect(stepUp).toEqual(ofRequest({ ...who, trustLevel: 'high' }));
    expect(more).toEqual([]);
    expect(new Set([...logins, stepUp!].map(({ person }) => person)).size).toBe(1);
    expect(stepUp!.time).toBeGreaterThanOrEqual(begun);
  });

  it('when it is cancelled', async () => {
    const client = portal.client();
    const { url, fields } = await visitAccount(await begunLogin(client), 'cancel');
    expect(url).toContain(portal.url);
    await post(fields);
    expect(await recorded('login')).toEqual([ofRequest({ outcome: 'cancelled' })]);
  });

  it.each([
    ['that belongs to none', { SAMLResponse: 'PHg+', RelayState: '' }, 'no-login-under-way'],
    ['that cannot be believed', { SAMLResponse: 'PHg+' }, 'answer-not-believed'],
  ])('when there is an answer %s', async (_, change, reason) => {
    const client = portal.client();
    const { fields } = await begunLogin(client);
    const posted = await post({ RelayState: fields.RelayState ?? '', ...change });
    await client.fetch(posted.headers.get('location') ?? '');
    expect(await recorded('login')).toEqual([ofRequest({ outcome: 'refused', reason })]);
  });

  it('when the account refuses it', async () => {
    const { fields } = await visitAccount(await begunLogin(portal.client()), 'error');
    await post(fields);
    expect(await recorded('login')).toEqual([
      ofRequest({ outcome: 'refused', reason: 'refused-by-account' }),
    ]);
  });

  it('when it comes back in another browser, or a second time', async () => {
    const client = portal.client();
    const answer = await visitAccount(await begunLogin(client), 'petersen:Elster');
    const back = (await post(answer.fields)).headers.get('location') ?? '';
    await portal.client().fetch(back);
    await client.fetch(back);
    expect(await recorded('login')).toEqual([
      ofRequest({ outcome: 'refused', reason: 'other-browser' }),
      ofRequest({ outcome: 'refused', reason: 'no-login-under-way' }),
    ]);
  });
});

describe('the end of a session is in the security log', () => {
  it('as a logout', async () => {
    const client = await known();
    const [login] = await recorded('login');
    await client.call('logout', {});
    const { session, person } = login!;
    expect(await recorded('logout')).toEqual([ofRequest({ outcome: 'succeeded', session, person })]);
    await portal.client().call('logout', {});
    expect(await recorded('logout')).toHaveLength(1);
  });

  it('as ended and deleted, with what was deleted', async () => {
    const client = await anonymous();
    const { id } = await begin(client);
    await client.call('eraseSession', { query: {} });
    expect(await recorded('session-end')).toEqual([ofRequest({ reason: 'erased', session: PSEUDONYM })]);
    expect(await recorded('deletion')).toEqual([
      whole({ what: 'draft', reason: 'session-end', process: id, session: PSEUDONYM }),
    ]);
  });

  it('as that of the person before, when another one logs in', async () => {
    const client = await known();
    await client.logIn('thomsen:Elster');
    const [before, after] = await recorded('login');
    expect(before!.person).not.toBe(after!.person);
    expect(await recorded('session-end')).toEqual([
      whole({ reason: 'other-person', session: before!.session, person: before!.person }),
    ]);
  });
});

it('a take-over of an application by an account is in the security log, once', async () => {
  const client = await anonymous();
  const { id } = await begin(client);
  await client.logIn('petersen:Elster');
  const [login] = await recorded('login');
  await client.call('persistProcess', { params: { id }, query: {} });
  await client.call('persistProcess', { params: { id }, query: {} });
  const { session, person } = login!;
  expect(await recorded('take-over')).toEqual([
    whole({ outcome: 'succeeded', process: id, session, person }),
  ]);
});

describe('a refused access is in the security log', () => {
  const one = async (facts: object) =>
    expect(await recorded('access')).toEqual([ofRequest({ outcome: 'refused', ...facts })]);

  it('to somebody else’s application, with which one it was', async () => {
    const { id } = await begin(await known());
    const stranger = await known('thomsen:Elster');
    expect(await codeOf(stranger.call('getProcess', { params: { id }, query: {} }))).toBe('not-found');
    await one({ reason: 'foreign', process: id, call: 'GET /api/process/:id', person: PSEUDONYM });
  });

  it('but not to an application that nobody has', async () => {
    const id = '8a1f4f0e-5b1c-4c7e-9d55-0f6f2b7a9c11';
    await codeOf((await known()).call('getProcess', { params: { id }, query: {} }));
    expect(await recorded('access')).toEqual([]);
  });

  it('without the anti-forgery token, and without a session', async () => {
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' };
    await fetch(new URL('/api/auth/pseudo', portal.url), init);
    await portal.client().fetch('/api/processes');
    expect(await recorded('access')).toEqual([
      ofRequest({ reason: 'xsrf-mismatch', call: 'PUT /api/auth/pseudo' }),
      ofRequest({ reason: 'login-required', call: 'GET /api/processes' }),
    ]);
  });

  it('with a login that is too weak', async () => {
    const { metadataId } = offerOf('meldebescheinigung');
    const weak = await known('yildiz:Benutzername');
    const start = weak.call('startProcess', { body: { metadataId, area: KIEL } });
    const reason = await codeOf(start);
    expect(reason).toBe('trust-level-too-low');
    await one({ reason, call: 'POST /api/process', person: PSEUDONYM });
  });

  it('beyond a limit of applications or files', async () => {
    const client = await anonymous();
    const { id } = await begin(client);
    for (let count = 1; count < 20; count += 1) await begin(client);
    const reason = await codeOf(begin(client));
    expect(reason).toBe('too-many-applications');
    await one({ reason, session: PSEUDONYM });
    expect(await codeOf(client.upload(id, 'nothing', 'a.pdf', pdf('x')))).toBe('input-invalid');
    expect(await recorded('access')).toHaveLength(1);
  });
});

describe('what is taken and deleted is in the security log', () => {
  it('each document, the attachments and the report, and a sent application', async () => {
    const client = await known();
    const { id } = await sent(client);
    const owner = { process: id, session: PSEUDONYM, person: PSEUDONYM };
    expect(await recorded('submission')).toEqual([whole({ ...owner, outcome: 'succeeded' })]);
    for (const document of ['form', 'receipt', 'attachment']) {
      await (await client.fetch(`/api/process/${id}/file/${document}`)).bytes();
    }
    const [{ messageId } = { messageId: null }] = await client.call('listSent', { query: {} });
    await client.call('getTransportReport', { params: { messageId: messageId! } });
    expect(await recorded('download')).toEqual(
      ['form', 'receipt', 'attachment', 'transportReport'].map((document) =>
        ofRequest({ ...owner, outcome: 'succeeded', document }),
      ),
    );
  });

  it('nothing that was not there', async () => {
    const client = await known();
    const { id } = await begin(client);
    expect((await client.fetch(`/api/process/${id}/file/form`)).status).toBe(404);
    expect(await recorded('download')).toEqual([]);
  });

  it('a draft', async () => {
    const client = await known();
    const { id } = await begin(client);
    await client.call('deleteDraft', { query: { id } });
    expect(await recorded('deletion')).toEqual([
      whole({ what: 'draft', reason: 'asked-for', process: id, person: PSEUDONYM }),
    ]);
  });

  it('an application without an account that was sent, with its session', async () => {
    const client = await anonymous();
    const { id } = await sent(client);
    await client.call('logout', {});
    expect(await recorded('deletion')).toEqual([
      whole({ what: 'sent', reason: 'session-end', process: id, session: PSEUDONYM }),
    ]);
  });
});

it('an upload that the scanner refuses is in the security log', async () => {
  const client = await known();
  const { id } = await begin(client);
  expect(await codeOf(client.upload(id, 'reliefProof', 'a.pdf', tinyPdf({ text: EICAR })))).toBe(
    'file-infected',
  );
  expect(await recorded('infected')).toEqual([
    whole({ outcome: 'refused', reason: 'file-infected', process: id, person: PSEUDONYM }),
  ]);
});

it('a submission that has failed is in the security log', async () => {
  const client = await known();
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  portal.partners.delivery.faults.set({ fault: 'down', requests: 1000 });
  await submit(client, id);
  portal.partners.delivery.faults.end();
  expect(await recorded('submission')).toEqual([
    whole({ outcome: 'failed', process: id, person: PSEUDONYM }),
  ]);
});

it('event tokens that do not hold are in the security log', async () => {
  await portal.delivery.order({ wrongTagsNext: true });
  const client = await known();
  const { id } = await sent(client);
  await expect.poll(() => recorded('event-token')).not.toEqual([]);
  await portal.delivery.order({});
  const [first] = await recorded('event-token');
  expect(first).toEqual(whole({ outcome: 'refused', process: id, count: expect.any(Number) }));
});

it('what operators do is in the security log', async () => {
  const from = (given: string, address: string) =>
    fetch(new URL('/betrieb', portal.url), {
      method: 'POST',
      body: new URLSearchParams({ token: given }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      redirect: 'manual',
    });
  for (let count = 0; count < 13; count += 1) await from('wrong', '203.0.113.1');
  const cookie = (await from(TOKEN, '203.0.113.2')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await fetch(new URL('/betrieb', portal.url), { headers: { cookie } });
  const logout = new URL('/betrieb/abmelden', portal.url);
  await fetch(logout, { method: 'POST', headers: { cookie }, redirect: 'manual' });
  await fetch(logout, { method: 'POST', headers: { cookie }, redirect: 'manual' });
  const wrong = { action: 'login', outcome: 'refused' };
  const done = { outcome: 'succeeded', operator: PSEUDONYM, way: 'break-glass' };
  const lines = await recorded('operator');
  expect(lines).toEqual([
    ...Array(10).fill(ofRequest({ ...wrong, reason: 'wrong-token' })),
    ofRequest({ ...wrong, reason: 'too-many-tries' }),
    ofRequest({ ...done, action: 'login' }),
    ofRequest({ ...done, action: 'read' }),
    ofRequest({ ...done, action: 'logout' }),
  ]);
  expect(new Set(lines.slice(-3).map(({ operator }) => operator)).size).toBe(1);
  expect(lines[0]!.caller).not.toBe(lines.at(-3)!.caller);
});

itLater(
  'the file is for its owner alone, is opened anew after a rotation, and a restart changes no pseudonym',
  async () => {
    const own = path.join(folder, 'own.log');
    const other = await startPortal({ environment: { LOG_LEVEL: 'silent', SECURITY_LOG: own } });
    try {
      const logIn = async () => {
        await other.client().logIn('petersen:Elster');
        const line = (await linesOf(own)).findLast(({ event }) => event === 'login');
        return line?.person;
      };
      const person = await logIn();
      expect((await stat(own)).mode & 0o777).toBe(0o600);
      await rename(own, `${own}.1`);
      other.reloadContent();
      await expect
        .poll(() =>
          stat(own).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      expect(await logIn()).toBe(person);
      expect((await linesOf(own)).length).toBe(1);
      await other.stop();
      await other.start();
      expect(await logIn()).toBe(person);
      expect((await linesOf(own)).length).toBe(2);
    } finally {
      await other.close();
    }
  },
);

itLater('without a file it is on standard output, whatever the level of the other log is', async () => {
  let output = '';
  const other = await startPortal({
    environment: { LOG_LEVEL: 'silent', SECURITY_LOG: undefined },
    output: (text) => {
      output += text;
    },
  });
  try {
    await other.client().logIn('petersen:Elster');
    await expect.poll(() => output).toMatch(/\n$/);
    expect(JSON.parse(output)).toEqual(ofRequest({ event: 'login', outcome: 'succeeded' }));
  } finally {
    await other.close();
  }
});

it('what time has ended is in the security log, and another month has other pseudonyms', async () => {
  const client = await known();
  const [login] = await recorded('login');
  const draft = await begin(client);
  const { id } = await sent(client);
  const nobody = await anonymous();
  const left = await begin(nobody);
  const { draftRetentionDays, downloadRetentionDays } = offerOf('hundesteuer');
  await portal.passDays(Math.max(draftRetentionDays, downloadRetentionDays, LONGEST_MONTH));
  await portal.passMinute();
  const deletions = async () =>
    new Map((await recorded('deletion')).map(({ process, what, reason }) => [process, [what, reason]]));
  await expect
    .poll(async () => [...(await deletions()).keys()], { interval: 1000 })
    .toEqual(expect.arrayContaining([draft.id, id, left.id]));
  expect((await deletions()).get(draft.id)).toEqual(['draft', 'time-over']);
  expect((await deletions()).get(id)).toEqual(['documents', 'time-over']);
  expect((await deletions()).get(left.id)).toEqual(['draft', 'time-over']);
  const ended = await recorded('session-end');
  expect(ended).toContainEqual(whole({ outcome: 'succeeded', reason: 'expired', person: PSEUDONYM }));
  await known();
  const later = (await recorded('login')).at(-1)!;
  expect(later.person).not.toBe(login!.person);
});

it('nothing in it is about a person, after all of this', async () => {
  await portal.stop();
  const { db, close } = await openStorage({ dataDir: portal.dataDir });
  const [persons, sessions, tickets, keys] = await Promise.all([
    db.selectFrom('appUser').select(['id', 'subject']).execute(),
    db.selectFrom('session').select(['id', 'tokenHash']).execute(),
    db.selectFrom('submission').select(['ticketNumber', 'messageId']).execute(),
    db.selectFrom('loginState').select('key').where('key', 'like', 'pseudonyms:%').execute(),
  ]);
  await close();
  const attributes = DEMONSTRATION_PERSONS.flatMap(({ attributes: ofPerson }) => Object.values(ofPerson));
  // The key of the previous month is erased with it.
  expect(keys).toHaveLength(1);
  // Short numbers occur in any number.
  const telling = attributes.filter((value) => value.length > 3 && !/^\d{4,7}$/.test(value));
  const ids = [...persons, ...sessions, ...tickets].flatMap((row) => Object.values(row));
  const addresses = ['127.0.0.1', '203.0.113.', '::1', 'localhost', '@', TOKEN];
  const lines = await linesOf();
  expect(lines.length).toBeGreaterThan(50);
  expect([persons.length, sessions.length, tickets.length].every((count) => count > 0)).toBe(true);
  // The host and process that every line names are the server's own.
  const text = JSON.stringify(lines.map(({ hostname: _, pid: __, ...said }) => said));
  expect([...telling, ...ids, ...addresses].filter((word) => text.includes(word))).toEqual([]);
});
