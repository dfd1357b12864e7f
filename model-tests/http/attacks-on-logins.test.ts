import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FormData } from '#forms/types.ts';
import { readPdf } from '#server/documents/testing/read-pdf.ts';
import { type LoginChoice, visitAccount } from '#stand-ins/identity/visit.ts';
import { complete, confirm, decide, fillIn, KIEL, offerOf, pay, settled, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';
import { storedProcess } from './stored-rows.ts';

let content: OwnContent;
let portal: Portal;
beforeAll(async () => {
  content = await ownContent();
  await content.set('wohngeld', { mode: 'start_and_complete', trustLevel: 'substantial', idpIds: ['nkb'] });
  await content.set('meldebescheinigung-online-ausweis', {
    mode: 'start_or_complete',
    trustLevel: 'low',
    idpIds: ['anon', 'nkb'],
    identificationType: 'none',
  });
  await content.set('hundesteuer', { idpIds: ['anon', 'nkb', 'elster'] });
  portal = await startPortal({ contentDir: content.dir, environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});
const person = async (choice: LoginChoice, more: object = {}): Promise<PortalClient> => {
  const client = portal.client();
  await client.logIn(choice, more);
  return client;
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    (it) => ({ ok: it }),
    (error) => (error as Refused).problem ?? String(error),
  );
const read = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const persist = (client: PortalClient, id: string) => client.call('persistProcess', { params: { id } });
const change = async (client: PortalClient, id: string, changed: FormData) => {
  const { data, version } = await client.openForm({ params: { id }, query: {} });
  const body = { version, data: { ...(data as FormData), ...changed }, page: null };
  return client.call('saveProgress', { params: { id }, body });
};
const rowOf = (id: string) => storedProcess(portal, id);

/** Request, visit; returns where to redeem. */
async function ticketFor(client: PortalClient, choice: LoginChoice, processId: string, hidden: boolean) {
  const kept = [...client.cookies].filter(([n]) => n.endsWith('sp_session'));
  if (hidden) for (const [n] of kept) client.cookies.delete(n);
  const request = await client.call('requestSamlLogin', {
    query: {
      providerId: 'nkb',
      redirect: '/nutzerkonto',
      cancelUrl: '/nutzerkonto',
      locale: 'de',
      timezone: 'Europe/Berlin',
      trustLevel: 'low',
      forceNew: 'false',
      processId,
    },
  });
  if (hidden) for (const [n, v] of kept) client.cookies.set(n, v);
  const answer = await visitAccount(request, choice, {});
  const received = await fetch(answer.url, {
    method: 'POST',
    body: new URLSearchParams(answer.fields),
    redirect: 'manual',
  });
  const to = received.headers.get('location') ?? '';
  return async () => (await client.fetch(to)).headers.get('location');
}

it('a later login that was asked for less does not take a lock away', async () => {
  const client = await person('lindemann:Elster', { scopes: 'bPK2' });
  const { id } = await fillIn(client, 'meldebescheinigung');
  await client.logIn('lindemann:eID', { scopes: 'bPK2', trustLevel: 'high' });
  await change(client, id, { birthdate: '01/01/1990', givenName: 'Petra', familyName: 'Lindemann' });
  expect(await refusal(complete(client, id))).toMatchObject({ status: 403, code: 'login-incomplete' });
  // The way on: the same login once more, which comes back to this application, and is compared with it.
  await client.logIn('lindemann:eID', { redirect: `/formular?id=${id}&step=summary`, trustLevel: 'high' });
  await persist(client, id);
  expect((await confirm(client, id)).facts.conflictOpen).toBe(true);
});

it('an application begun without an account is handed to no login that was asked for less than it locks', async () => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  const { id } = await fillIn(client, 'meldebescheinigung-online-ausweis');
  await client.logIn('lindemann:eID', { scopes: 'bPK2', trustLevel: 'high' });
  expect(await refusal(persist(client, id))).toMatchObject({ status: 403, code: 'login-incomplete' });
  await client.logIn('lindemann:eID', { redirect: `/formular?id=${id}`, trustLevel: 'high' });
  expect((await persist(client, id)).facts.hasUser).toBe(true);
});

it('answers from a file do not change what an account locks', async () => {
  const nobody = portal.client();
  await nobody.call('openPseudo', { body: { locale: 'de' } });
  const own = { birthdate: '01/01/1990' };
  const { id } = await fillIn(nobody, 'meldebescheinigung-online-ausweis', { change: own });
  const { file, code } = await nobody.call('saveAnswers', { params: { id }, query: {} });
  const { leiKaId, metadataId } = offerOf('meldebescheinigung-online-ausweis');
  const redirect = `/formular?leiKaId=${leiKaId}&area=${KIEL}`;
  const birthdateAfter = async (choice: LoginChoice, trustLevel: 'low' | 'high') => {
    const client = await person(choice, { redirect, trustLevel });
    const body = { file, code, metadataId, area: KIEL };
    const { process } = await client.call('restoreAnswers', { body });
    const { data } = await client.openForm({ params: { id: process.id }, query: {} });
    return (data as FormData).birthdate;
  };
  expect(await birthdateAfter('lindemann:Benutzername', 'low')).toBe('01/01/1990');
  expect(await birthdateAfter('lindemann:eID', 'high')).toBe('03/14/1978');
});

it('another place than the one that was confirmed needs another login', async () => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  const { id } = await fillIn(client, 'bewohnerparkausweis', { change: { locality: 'Husum' } });
  await complete(client, id);
  await client.logIn('lindemann:Benutzername', { processId: id });
  await persist(client, id);
  await decide(client, id);
  await change(client, id, { locality: 'Flensburg' });
  await client.call('changePlace', { params: { id }, query: {}, body: { area: '010030000000' } });
  expect((await complete(client, id)).facts.loginConfirmed).toBe(false);
});

const confirmedByPetra = async () => {
  const petra = portal.client();
  await petra.logInAsBusiness('foerdewind:lindemann');
  const { id } = await fillIn(petra, 'gewerbeanmeldung');
  await complete(petra, id);
  await petra.logInAsBusiness('foerdewind:lindemann', { processId: id });
  expect((await persist(petra, id)).facts.loginConfirmed).toBe(true);
  const jonas = portal.client();
  return { petra, jonas, id };
};
const packageOf = async (client: PortalClient, id: string) => {
  await pay(client, await read(client, id));
  const { data } = await portal.delivery.submission((await settled(client, id)).result!.externalId);
  return data as { applicant: { name: string }; confirmedBy: { name: string } };
};

it('a colleague who only logs in is not who has confirmed', async () => {
  const { petra, jonas, id } = await confirmedByPetra();
  await jonas.logInAsBusiness('foerdewind:petersen', { processId: id });
  expect(await packageOf(petra, id)).toMatchObject({
    applicant: { name: 'Petra Lindemann' },
    confirmedBy: { name: 'Petra Lindemann' },
  });
});

it('whoever sends what a colleague has confirmed is not its applicant', async () => {
  const { jonas, id } = await confirmedByPetra();
  await jonas.logInAsBusiness('foerdewind:petersen');
  const { applicant, confirmedBy } = await packageOf(jonas, id);
  expect(applicant.name).toBe(confirmedBy.name);
});

it('whoever takes over what a colleague has confirmed confirms it, once', async () => {
  const { jonas, id } = await confirmedByPetra();
  await jonas.logInAsBusiness('foerdewind:petersen');
  expect((await persist(jonas, id)).facts.loginConfirmed).toBe(false);
  await decide(jonas, id, [], 'keep');
  await jonas.logInAsBusiness('foerdewind:petersen', { processId: id });
  expect((await persist(jonas, id)).facts.loginConfirmed).toBe(true);
  expect(await packageOf(jonas, id)).toMatchObject({
    applicant: { name: 'Jonas Petersen' },
    confirmedBy: { name: 'Jonas Petersen' },
  });
});

/** Petra's login has confirmed the data, and found that the account's values differ. */
const confirmedWithConflict = async () => {
  const petra = portal.client();
  await petra.logInAsBusiness('foerdewind:lindemann');
  const { id } = await fillIn(petra, 'gewerbeanmeldung', { change: { familyName: 'Linde' } });
  await confirm(petra, id);
  await petra.logInAsBusiness('foerdewind:lindemann', { processId: id });
  expect((await persist(petra, id)).facts).toMatchObject({ loginConfirmed: true, conflictOpen: true });
  const jonas = portal.client();
  await jonas.logInAsBusiness('foerdewind:petersen');
  return { petra, jonas, id };
};

it.each(['keep', 'correct'] as const)(
  'what a colleague decides (%s), nobody else has confirmed',
  async (own) => {
    const { petra, jonas, id } = await confirmedWithConflict();
    expect((await decide(jonas, id, [], own)).facts).toMatchObject({
      loginConfirmed: false,
      conflictOpen: false,
    });
    expect((await rowOf(id)).confirmingLogin).toBeNull();
    expect((await persist(petra, id)).facts.loginConfirmed).toBe(false);
  },
);

it('who has confirmed and decides alone stays confirmed', async () => {
  const { petra, id } = await confirmedWithConflict();
  expect((await decide(petra, id, [], 'keep')).facts.loginConfirmed).toBe(true);
  expect(await packageOf(petra, id)).toMatchObject({
    applicant: { name: 'Petra Lindemann' },
    confirmedBy: { name: 'Petra Lindemann' },
  });
});

it('a colleague who takes over while it is corrected ends what the login before has confirmed', async () => {
  const { petra, jonas, id } = await confirmedWithConflict();
  await decide(petra, id);
  await change(petra, id, { familyName: 'Lindemann' });
  expect((await persist(jonas, id)).facts.loginConfirmed).toBe(false);
  await change(petra, id, { familyName: 'Lindemann' });
  expect((await complete(petra, id)).facts.loginConfirmed).toBe(false);
});

it('whoever completes what a colleague has filled in vouches for it with their own login', async () => {
  const petra = portal.client();
  await petra.logInAsBusiness('foerdewind:lindemann');
  const { id } = await fillIn(petra, 'gewerbeanmeldung');
  const jonas = portal.client();
  await jonas.logInAsBusiness('foerdewind:petersen');
  await confirm(jonas, id);
  const { account, proven, applicant } = await rowOf(id);
  expect([account?.person, applicant?.name]).toEqual(['Jonas Petersen', 'Jonas Petersen']);
  expect(proven?.at).toBe(account?.at);
});

it('a login that nobody asked for, and nobody handed over, has confirmed nothing', async () => {
  const petra = portal.client();
  await petra.logInAsBusiness('foerdewind:lindemann');
  const { id } = await fillIn(petra, 'hundesteuer');
  await complete(petra, id);
  await portal.client().logInAsBusiness('foerdewind:petersen', { processId: id });
  const sent = await submit(petra, id);
  const { data } = await portal.delivery.submission(sent.result!.externalId);
  expect(data).toMatchObject({ applicant: { name: 'Petra Lindemann' }, confirmedBy: null });
  const file = await petra.fetch(`/api/process/${id}/file/form`);
  expect((await readPdf(await file.bytes())).texts.join(' ')).not.toContain('Petersen');
});

it.each(['completed', 'being paid'])(
  'a login that was asked for less than the form locks raises no evidence of what is %s',
  async (when) => {
    const client = await person('lindemann:Elster', { scopes: 'bPK2' });
    const own = { birthdate: '01/01/1990', givenName: 'Petra', familyName: 'Lindemann' };
    const { id } = await fillIn(client, 'meldebescheinigung', { change: own });
    const { version } = await complete(client, id);
    const body = { version, electronicNoticeDelivery: false };
    const ready = await client.call('chooseNotice', { params: { id }, query: {}, body });
    if (when === 'being paid')
      await client.call('startPayment', { params: { processId: id }, body: { version: ready.version } });
    const before = await rowOf(id);
    await client.logIn('lindemann:eID', { scopes: 'bPK2', trustLevel: 'high' });
    const { account, proven } = await rowOf(id);
    expect({ account, proven }).toEqual({ account: before.account, proven: before.proven });
    expect(proven?.trustLevel).toBe('substantial');
    // A login that is asked for all of it proves it, and opens the question about the birth date.
    await client.logIn('lindemann:eID', { redirect: `/formular?id=${id}`, trustLevel: 'high' });
    expect((await rowOf(id)).proven?.trustLevel).toBe('high');
    expect((await read(client, id)).facts.conflictOpen).toBe(true);
  },
);

it('an earlier login that is redeemed later replaces nothing', async () => {
  const client = await person('lindemann:Elster');
  const { id } = await fillIn(client, 'wohngeld');
  const early = await ticketFor(client, 'lindemann:Elster', id, true);
  await complete(client, id);
  await client.logIn('lindemann:eID', { processId: id });
  await persist(client, id);
  const before = (await rowOf(id)).confirmingLogin;
  await early();
  expect((await rowOf(id)).confirmingLogin).toEqual(before);
});

it('a logout tells no script who somebody is', async () => {
  const client = portal.client();
  await client.logInBy('eid', 'lindemann:high');
  expect(JSON.stringify(await client.call('logout', { query: { lang: 'de' } }))).not.toContain(
    'id_token_hint',
  );
});

it.each(['%00', 'x', '..%2freturn', '%25'])('the way to the account named %s leads nowhere', async (key) => {
  const { status, headers } = await portal.client().fetch(`/api/auth/leave/${key}`);
  expect([status, headers.get('location')]).toEqual([303, '/']);
});

it('nothing of a person stays after the retention, their name included', async () => {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  const { id } = await fillIn(client, 'bewohnerparkausweis');
  await complete(client, id);
  await client.logIn('lindemann:Benutzername', { processId: id });
  await persist(client, id);
  await decide(client, id, [], 'keep');
  await pay(client, await read(client, id));
  await settled(client, id);
  await portal.passDays(offerOf('bewohnerparkausweis').downloadRetentionDays);
  await portal.passMinute();
  const { applicant, confirmingLogin, statements, account, decisions, proven } = await rowOf(id);
  expect({ applicant, confirmingLogin, statements, account, decisions, proven }).toEqual({
    applicant: null,
    confirmingLogin: null,
    statements: null,
    account: null,
    decisions: null,
    proven: null,
  });
});

it('what is paid and could not be sent is sent as it was confirmed, whoever takes it over', async () => {
  await portal.stop();
  await portal.start({ DELIVERY_RETRY_DAYS: '0' });
  const { petra, jonas, id } = await confirmedByPetra();
  portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
  await pay(petra, await read(petra, id));
  expect((await settled(petra, id)).status).toBe('SUBMIT_FAILURE');
  portal.partners.delivery.faults.end();
  await jonas.logInAsBusiness('foerdewind:petersen');
  expect((await persist(jonas, id)).facts.loginConfirmed).toBe(true);
  const sent = await submit(jonas, id);
  expect(sent.status).toBe('SUBMITTED');
  const { data } = await portal.delivery.submission(sent.result!.externalId);
  expect(data).toMatchObject({ confirmedBy: { name: 'Petra Lindemann' } });
});
