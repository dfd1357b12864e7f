import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { visitProvider } from '#stand-ins/openid/visit.ts';
import { complete, decide, fillIn, KIEL, offerOf, pay, settled } from './applications.ts';
import { PortalClient } from './client.ts';
import { expectProgramToComeBack } from './come-back.ts';
import { startPostgres } from './postgres-server.ts';
import { type ServerWithFiles, startServerWithFiles } from './server-with-files.ts';

/** Secrets of partners, which each of the stand-ins asks for. */
const SECRETS = ['PAYMENT_CLIENT_SECRET', 'FITCONNECT_CLIENT_SECRET', 'SK_CLIENT_SECRET'] as const;
const READ = 'the certificates were read again';
let server: ServerWithFiles;
afterEach(() => server?.close());

it('secrets of the payment service, the delivery and a login are renewed without a stop', async () => {
  server = await startServerWithFiles(() => ({
    secrets: Object.fromEntries(SECRETS.map((name) => [name, 'of last year, and long enough'])),
  }));
  const client = new PortalClient(server.url);
  const logIn = (processId?: string) =>
    client.logIn('lindemann:eID', { trustLevel: 'substantial', processId });
  await logIn();
  const { id } = await fillIn(client, 'bewohnerparkausweis');
  await complete(client, id);
  await logIn(id);
  const owed = await client.call('persistProcess', { params: { id } });
  const ready = owed.facts.conflictOpen ? await decide(client, id) : owed;

  await expect(pay(client, ready)).rejects.toThrow('payment-unavailable');
  const serviceAccount = () => new PortalClient(server.url).logInBy('sk', 'carstens:low');
  expect(await serviceAccount()).not.toBe('/nutzerkonto?login=SUCCESS');

  for (const name of SECRETS) server.write(name, `${server.partners.environment[name]}\n`);
  await server.readAgain(READ);
  expect(await serviceAccount()).toBe('/nutzerkonto?login=SUCCESS');
  const process = await client.call('getProcess', { params: { id }, query: {} });
  await pay(client, process);
  expect(await settled(client, id)).toMatchObject({ status: 'SUBMITTED' });

  // What cannot be used is told, and what was there stays.
  server.write('SK_CLIENT_SECRET', 'short');
  await server.readAgain('the certificates cannot be used; the old ones stay');
  expect(server.output()).toMatch(/SK_CLIENT_SECRET: at least 16 characters are expected/);
  expect(await serviceAccount()).toBe('/nutzerkonto?login=SUCCESS');
});

it("the portal's keys at a form server and at other portals are renewed without a stop", async () => {
  const other = () =>
    String(
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
  const keys = { LIP_PRIVATE_KEY: other(), EFA_PRIVATE_KEY: other() };
  server = await startServerWithFiles(() => ({ secrets: keys }));
  const client = new PortalClient(server.url);
  await client.logIn('petersen:Elster');
  const { metadataId } = offerOf('jagdschein');
  const { id } = await client.call('startProcess', { body: { metadataId, area: KIEL } });
  const openForm = () => client.call('getAccessData', { params: { id }, query: {} });
  const building = { leiKaId: '99012001001000', area: KIEL, lang: 'de', withPerson: false } as const;
  const handOver = () => client.call('startHandover', { body: building });
  await expect(openForm()).rejects.toThrow('form-server-unavailable');
  await expect(handOver()).rejects.toThrow('neighbour-unavailable');

  for (const name of ['LIP_PRIVATE_KEY', 'EFA_PRIVATE_KEY'])
    server.write(name, server.partners.environment[name]!);
  await server.readAgain(READ);
  expect(await openForm()).toMatchObject({ fmsType: 'LIP' });
  expect(await handOver()).toMatchObject({ id: expect.any(String) });
});

describe('secrets of the portal itself are renewed without a stop:', () => {
  const OLD = 'an old secret of this test, 0123456789';
  const NEW = 'a new secret of this test, 9876543210';

  /** Tries a token at the page for operators. @returns the cookie of the login; null when it was refused */
  async function enter(token: string): Promise<string | null> {
    const answer = await fetch(`${server.url}/betrieb`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ token }),
    });
    return answer.status === 303 ? (answer.headers.getSetCookie()[0]?.split(';')[0] ?? '') : null;
  }

  it('the token of operators, whose logins end with it', async () => {
    server = await startServerWithFiles(() => ({ secrets: { OPERATIONS_TOKEN: OLD } }));
    const look = async (cookie: string | null) =>
      (await fetch(`${server.url}/betrieb`, { headers: { cookie: cookie ?? '' } })).status;
    const before = await enter(OLD);
    expect([await look(before), await enter(NEW)]).toEqual([200, null]);
    server.write('OPERATIONS_TOKEN', NEW);
    await server.readAgain(READ);
    expect([await look(before), await enter(OLD)]).toEqual([401, null]);
    expect(await look(await enter(NEW))).toBe(200);
  });

  it('what signs: returns from a payment and saved answers of before go on being taken', async () => {
    server = await startServerWithFiles(() => ({ secrets: { SIGNING_SECRET: OLD } }));
    const somebody = async () => {
      const client = new PortalClient(server.url);
      await client.call('openPseudo', { body: { locale: 'de' } });
      return client;
    };
    const open = async ({ file, code }: { file: string; code: string }) =>
      (await somebody()).call('restoreAnswers', {
        body: { file, code, metadataId: offerOf('hundesteuer').metadataId, area: KIEL, lang: 'de' },
      });
    const person = await somebody();
    const { id } = await fillIn(person, 'hundesteuer');
    const saveNow = () => person.call('saveAnswers', { params: { id }, query: { lang: 'de' } });
    const payer = new PortalClient(server.url);
    await payer.logIn('lindemann:eID', { trustLevel: 'substantial' });
    const paying = await fillIn(payer, 'bewohnerparkausweis');
    await complete(payer, paying.id);
    await payer.logIn('lindemann:eID', { trustLevel: 'substantial', processId: paying.id });
    const owed = await payer.call('persistProcess', { params: { id: paying.id } });
    const { version } = owed.facts.conflictOpen ? await decide(payer, paying.id) : owed;
    const begun = await payer.call('startPayment', { params: { processId: paying.id }, body: { version } });
    const ofOld = await saveNow();

    server.write('SIGNING_SECRET', `${NEW}\n${OLD}\n`);
    await server.readAgain(READ);
    await open(ofOld);
    const ofNew = await saveNow();
    const page = await fetch(begun.redirectUrl!, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'card' }),
      redirect: 'manual',
    });
    const back = new URL(page.headers.get('location')!).searchParams;
    await payer.call('completePayment', { query: { result: back.get('result')!, id: back.get('id')! } });
    expect(await settled(payer, paying.id)).toMatchObject({ status: 'SUBMITTED' });

    // Without the old one nothing is taken that it has signed: the new one has made the rest.
    server.write('SIGNING_SECRET', NEW);
    await server.readAgain(READ);
    await open(ofNew);
    await expect(open(ofOld)).rejects.toThrow('saved-answers-damaged');
  });

  it("the portal's secret at the provider of operators", async () => {
    let right = '';
    server = await startServerWithFiles(({ operatorsEnvironment }) => {
      const { OPERATORS_CLIENT_SECRET = '', ...environment } = operatorsEnvironment;
      right = OPERATORS_CLIENT_SECRET;
      return { secrets: { OPERATORS_CLIENT_SECRET: OLD }, environment };
    });
    const logIn = async () => {
      const begun = await fetch(`${server.url}/betrieb/anmelden`, { redirect: 'manual' });
      const back = await visitProvider(begun.headers.get('location') ?? '', 'jensen:high');
      const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const { status, headers } = await fetch(back, { headers: { cookie }, redirect: 'manual' });
      return [status, headers.get('location')];
    };
    expect(await logIn()).toEqual([303, '/betrieb?login=failed']);
    server.write('OPERATORS_CLIENT_SECRET', right);
    await server.readAgain(READ);
    expect(await logIn()).toEqual([200, null]);
  });
});

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

// Runs only with an installed PostgreSQL server.
it.runIf(postgres)(
  'the password of the database is renewed without a stop, for calls and for jobs',
  async () => {
    const ask = (statement: string) => postgres!.ask(statement);
    const setPassword = (password: string) => ask(`alter role portal password '${password}'`);
    await ask(`create role portal login superuser`);
    await setPassword('old');
    const [{ hba_file: file }] = (await ask('show hba_file')) as [{ hba_file: string }];
    const rules = ['host all portal 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust'];
    await ask(`copy (select unnest(array['${rules.join("','")}'])) to '${file}'`);
    await ask('select pg_reload_conf()');
    const address = (password: string) => postgres!.url.replace('postgres@', `portal:${password}@`);
    server = await startServerWithFiles(() => ({ secrets: { DATABASE_URL: address('old') } }));
    const person = new PortalClient(server.url);
    await person.logIn('lindemann:eID');
    const { id } = await fillIn(person, 'hundesteuer');
    await complete(person, id);

    await setPassword('new');
    // Whoever is connected stays connected; each new connection needs the new one.
    expect((await person.fetch(`/api/process/${id}`)).status).toBe(200);
    await postgres!.cutConnections();
    await expect.poll(async () => (await person.fetch(`/api/process/${id}`)).status).toBe(503);
    await expectProgramToComeBack(await person.fetch(`/api/process/${id}`), 503, 'database-unavailable');
    server.write('DATABASE_URL', address('new'));
    await server.readAgain(READ);
    await expect
      .poll(async () => (await person.fetch(`/api/process/${id}`)).status, { timeout: 10_000 })
      .toBe(200);
    await person.call('submitProcess', { params: { id } });
    expect(await settled(person, id)).toMatchObject({ status: 'SUBMITTED' });
    const listening = `select 1 from pg_stat_activity where usename = 'portal' and query ilike 'listen%'`;
    await expect.poll(async () => (await ask(listening)).length, { timeout: 20_000 }).toBeGreaterThan(0);
  },
);
