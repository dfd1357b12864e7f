import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormData } from '#forms/types.ts';
import { readPdf } from '#server/documents/testing/read-pdf.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { complete, confirm, decide, fillIn, KIEL, offerOf, settled } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';
import { storedProcess, storedSessions } from './stored-rows.ts';

let content: OwnContent;
let portal: Portal;

beforeAll(async () => {
  content = await ownContent();
  await content.set('wohngeld', { mode: 'start_and_complete', trustLevel: 'substantial', idpIds: ['nkb'] });
  portal = await startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

const person = async (choice: LoginChoice): Promise<PortalClient> => {
  const client = portal.client();
  await client.logIn(choice);
  return client;
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const read = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const persist = (client: PortalClient, id: string) => client.call('persistProcess', { params: { id } });
const snapshot = (client: PortalClient, id: string) =>
  client.call('getSnapshot', { params: { id }, query: {} });
const userOf = async (client: PortalClient) => (await client.call('getUser', {})).user;

describe('a login that confirms an application', () => {
  it('is refused below the level of the form, also when it was requested without the session', async () => {
    const client = await person('lindemann:Elster');
    const { id } = await fillIn(client, 'wohngeld');
    await complete(client, id);
    const before = await userOf(client);
    const weak = { processId: id, withoutSession: true } as const;
    expect(await client.logIn('lindemann:Benutzername', weak)).toBe(
      '/nutzerkonto?login=ERROR&refusal=level-too-low',
    );
    expect((await persist(client, id)).facts.loginConfirmed).toBe(false);
    const send = client.call('submitProcess', { params: { id } });
    expect(await refusal(send)).toMatchObject({ status: 409, code: 'status-conflict' });
    expect(await userOf(client)).toMatchObject({ trustLevel: 'substantial', name: before?.name });
    await client.logIn('lindemann:Elster', { processId: id, withoutSession: true });
    expect((await persist(client, id)).facts.loginConfirmed).toBe(true);
  });

  it('is refused below that level in a session of its own, too', async () => {
    const client = await person('lindemann:Elster');
    const { id } = await fillIn(client, 'wohngeld');
    await complete(client, id);
    const stranger = portal.client();
    expect(await stranger.logIn('lindemann:Benutzername', { processId: id })).toContain(
      'refusal=level-too-low',
    );
    expect(await userOf(stranger)).toBeNull();
  });

  it('is kept with the application: level, provider, person and time, whatever the session proves', async () => {
    const client = await person('lindemann:eID');
    const { id } = await fillIn(client, 'bewohnerparkausweis');
    await complete(client, id);
    await client.logIn('lindemann:Benutzername', { processId: id, withoutSession: true });
    expect((await persist(client, id)).facts.loginConfirmed).toBe(true);
    const row = await storedProcess(portal, id);
    expect(row.confirmingLogin).toMatchObject({
      providerId: 'nkb',
      trustLevel: 'low',
      name: 'Petra Lindemann',
      at: expect.stringMatching(/^20.*Z$/),
    });
    // The evidence is still that of the card, as of when it was read.
    expect(row.account?.trustLevel).toBe('high');
    expect(Date.parse(row.account?.at ?? '')).toBeLessThan(Date.parse(row.confirmingLogin?.at ?? ''));
  });

  it('that is weaker moves nothing of a stronger session, and the log names its own level', async () => {
    const client = await person('lindemann:eID');
    const sessionOf = async () => {
      const session = await userOf(client);
      const rows = await storedSessions(portal);
      const mine = rows.filter(({ identity }) => identity.name === 'Petra Lindemann');
      return { expires: session?.sessionExpiration, last: mine.at(-1) };
    };
    const before = await sessionOf();
    await client.logIn('lindemann:Benutzername');
    const after = await sessionOf();
    expect(after.expires).toBe(before.expires);
    expect(after.last?.authenticatedAt).toEqual(before.last?.authenticatedAt);
    const log = await readFile(path.join(portal.dataDir, 'security.log'), 'utf8');
    const logins = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const made = logins.filter(({ event, outcome }) => event === 'login' && outcome === 'succeeded');
    expect(made.at(-1)).toMatchObject({ trustLevel: 'low', again: true });
  });
});

/** The account's data of Petra Lindemann. */
const lindemann: FormData = {
  salutation: 'ms',
  givenName: 'Petra',
  familyName: 'Lindemann',
  birthdate: '03/14/1978',
  streetAddress: 'Holtenauer Straße 112',
  postalCode: '24105',
  locality: 'Kiel',
};

describe('a correction after the login before sending', () => {
  const begin = async (change: FormData = { locality: 'Husum' }) => {
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const { id } = await fillIn(client, 'bewohnerparkausweis', { change });
    await complete(client, id);
    await client.logIn('lindemann:Benutzername', { processId: id });
    await persist(client, id);
    return { client, id };
  };
  const change = async (client: PortalClient, id: string, changed: FormData) => {
    const { data, version } = await client.openForm({ params: { id }, query: {} });
    const body = { version, data: { ...(data as FormData), ...changed }, page: null };
    return client.call('saveProgress', { params: { id }, body });
  };
  const isConfirmed = async (client: PortalClient, id: string) =>
    (await complete(client, id)).facts.loginConfirmed;

  it('needs no other login where the account named what is corrected', async () => {
    const { client, id } = await begin();
    await decide(client, id);
    await change(client, id, { locality: 'Flensburg' });
    expect(await isConfirmed(client, id)).toBe(true);
  });

  it('needs one where something else is changed', async () => {
    const { client, id } = await begin();
    await decide(client, id);
    await change(client, id, { locality: 'Flensburg', plate: 'KI-ZZ 99' });
    expect(await isConfirmed(client, id)).toBe(false);
  });

  it('needs one where the data was opened again without being asked', async () => {
    const { client, id } = await begin({ ...lindemann });
    expect((await read(client, id)).facts).toMatchObject({ conflictOpen: false, loginConfirmed: true });
    await change(client, id, { locality: 'Kiel' });
    expect(await isConfirmed(client, id)).toBe(false);
  });

  it('needs one after ten minutes', async () => {
    const { client, id } = await begin();
    await decide(client, id, 'all');
    await portal.passDays(11 / (24 * 60));
    expect(await isConfirmed(client, id)).toBe(false);
  });

  it('needs one of whoever else acts for the company', async () => {
    const petra = portal.client();
    await petra.logInAsBusiness('foerdewind:lindemann');
    const { id } = await fillIn(petra, 'gewerbeanmeldung', { change: { familyName: 'Linde' } });
    await complete(petra, id);
    await petra.logInAsBusiness('foerdewind:lindemann', { processId: id });
    expect((await persist(petra, id)).facts.loginConfirmed).toBe(true);
    const jonas = portal.client();
    await jonas.logInAsBusiness('foerdewind:petersen');
    await change(jonas, id, { familyName: 'Lindemann' });
    expect(await isConfirmed(jonas, id)).toBe(false);
  });
});

describe('a login follows only into what it may open', () => {
  it('a weaker one changes nothing in an application above its level', async () => {
    const strong = await person('lindemann:eID');
    const { id } = await fillIn(strong, 'meldebescheinigung');
    await complete(strong, id);
    const before = await snapshot(strong, id);
    expect(before.source?.trustLevel).toBe('high');
    const weak = await person('lindemann:Benutzername');
    expect(await refusal(read(weak, id))).toMatchObject({ code: 'trust-level-too-low' });
    expect(await snapshot(strong, id)).toEqual(before);
    const { data, version } = await strong.openForm({ params: { id }, query: {} });
    const body = { version, data: { ...(data as FormData), birthdate: '01/01/1990' }, page: null };
    expect(await refusal(strong.call('saveProgress', { params: { id }, body }))).toMatchObject({
      code: 'input-invalid',
      fields: [{ name: 'birthdate', reason: 'locked' }],
    });
  });

  it('a weaker one tells only what it may open that the postbox is closed', async () => {
    const strong = await person('lindemann:eID');
    const above = await fillIn(strong, 'meldebescheinigung');
    const within = await fillIn(strong, 'bewohnerparkausweis');
    await portal.client().logIn('lindemann:Benutzername', { postboxIsClosed: true });
    const hasPostbox = async (id: string) => (await read(strong, id)).facts.hasPostbox;
    expect([await hasPostbox(above.id), await hasPostbox(within.id)]).toEqual([true, false]);
  });

  it('a weaker one takes no evidence away from an application that it may open', async () => {
    const strong = await person('lindemann:eID');
    const { id } = await fillIn(strong, 'bewohnerparkausweis');
    await complete(strong, id);
    const weak = await person('lindemann:Benutzername');
    expect((await snapshot(weak, id)).source?.trustLevel).toBe('high');
    await persist(weak, id);
    expect((await snapshot(strong, id)).source?.trustLevel).toBe('high');
  });

  it('a colleague’s opens no conflict, and shows nothing of the colleague', async () => {
    const petra = portal.client();
    await petra.logInAsBusiness('foerdewind:lindemann');
    const { id } = await fillIn(petra, 'gewerbeanmeldung');
    const before = await complete(petra, id);
    const jonas = portal.client();
    await jonas.logInAsBusiness('foerdewind:petersen');
    expect((await read(petra, id)).facts).toEqual(before.facts);
    // Jonas acts for the business: the question is about Jonas, and only Jonas sees it.
    await jonas.logInAsBusiness('foerdewind:petersen', { processId: id });
    expect((await persist(jonas, id)).facts.conflictOpen).toBe(true);
    const seenBy = async (client: PortalClient) =>
      JSON.stringify(await client.call('getConflict', { params: { id }, query: {} }));
    expect(await seenBy(jonas)).toContain('Petersen');
    for (const value of ['Jonas', 'Petersen', '1991']) expect(await seenBy(petra)).not.toContain(value);
  });
});

describe('what the account is asked for', () => {
  it('is at least what the form compares, whatever the browser chooses', async () => {
    const { leiKaId, metadataId } = offerOf('meldebescheinigung');
    const client = portal.client();
    const redirect = `/formular?leiKaId=${leiKaId}&area=${KIEL}`;
    await client.logIn('lindemann:eID', { redirect, scopes: 'bPK2' });
    const { id } = await client.call('startProcess', { body: { metadataId, area: KIEL } });
    const { data, version } = await client.openForm({ params: { id }, query: {} });
    expect(data).toMatchObject({ birthdate: '03/14/1978' });
    const body = { version, data: { ...(data as FormData), birthdate: '01/01/1990' }, page: null };
    expect(await refusal(client.call('saveProgress', { params: { id }, body }))).toMatchObject({
      code: 'input-invalid',
    });
  });

  it('demands a new login to start a form with a locked field that the account was not asked for', async () => {
    const { leiKaId, metadataId } = offerOf('meldebescheinigung');
    const client = portal.client();
    await client.logIn('lindemann:eID', { scopes: 'bPK2' });
    const start = () => client.call('startProcess', { body: { metadataId, area: KIEL } });
    expect(await refusal(start())).toMatchObject({
      status: 403,
      code: 'login-incomplete',
      accepted: ['nkb'],
      trustLevel: 'high',
    });
    await client.logIn('lindemann:eID', { redirect: `/formular?leiKaId=${leiKaId}&area=${KIEL}` });
    expect((await start()).status).toBe('CREATED');
  });

  it('is said in the package and the PDF where it was less than the form takes', async () => {
    const client = portal.client();
    await client.logIn('lindemann:Benutzername', { scopes: 'bPK2' });
    const { id } = await fillIn(client, 'hundesteuer');
    await complete(client, id);
    await client.call('submitProcess', { params: { id } });
    const sent = await settled(client, id);
    const { data } = await portal.delivery.submission(sent.result!.externalId);
    expect(data).toMatchObject({
      account: { notAsked: expect.arrayContaining(['streetAddress', 'postalCode', 'locality']) },
    });
    const file = await client.fetch(`/api/process/${id}/file/form`);
    const text = (await readPdf(await file.bytes())).texts.join(' ');
    expect(text).toMatch(/Danach wurde bei der Anmeldung nicht gefragt.*Postleitzahl/);
  });
});

describe('data that differs from the account of somebody logged in from the start', () => {
  it('is asked about once, where it is confirmed; the own entry can be kept without a detour', async () => {
    const client = await person('lindemann:Benutzername');
    const { id } = await fillIn(client, 'bewohnerparkausweis', { change: { locality: 'Husum' } });
    const asked = await confirm(client, id);
    expect(asked).toMatchObject({ status: 'COMPLETED', facts: { conflictOpen: true } });
    const kept = await decide(client, id, [], 'keep');
    expect(kept).toMatchObject({ status: 'COMPLETED', facts: { conflictOpen: false } });
    await client.logIn('lindemann:Benutzername', { processId: id });
    expect((await persist(client, id)).facts).toMatchObject({ conflictOpen: false, loginConfirmed: true });
  });

  it('is no conflict about how to reach somebody', async () => {
    const client = await person('lindemann:Benutzername');
    const { id } = await fillIn(client, 'bewohnerparkausweis', {
      change: { email: 'anders@example.org', phoneNumber: '0431 99999' },
    });
    await confirm(client, id);
    const { differences } = await client.call('getConflict', { params: { id }, query: {} });
    const keys = differences.map(({ key }) => key);
    expect(keys).not.toContain('email');
    expect(keys).not.toContain('phoneNumber');
  });
});
