import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FormData } from '#forms/types.ts';
import type { SendingKind } from '#stand-ins/neighbour/kinds.ts';
import type { NeighbourStandIn } from '#stand-ins/neighbour/server.ts';
import { complete, fillIn, KIEL, offerOf, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

let portal: Portal;
let neighbour: NeighbourStandIn;
let security: string;

beforeAll(async () => {
  portal = await startPortal({ script: clockedServer, environment: { LOG_LEVEL: 'fatal' } });
  neighbour = portal.partners.neighbour;
  security = path.join(portal.dataDir, 'security.log');
});
afterAll(() => portal?.close());
afterEach(() => {
  neighbour.faults.end();
  neighbour.answer('agreed');
});

const DOG = offerOf('hundesteuer');
const dog = { leiKaId: DOG.leiKaId, regionalKey: KIEL };
const WISMAR = '130740087087';
const BUILDING = '99012001001000';

const send = (kind: SendingKind = 'plain', externalProcessData?: FormData) =>
  neighbour.send({ service: dog, kind, locale: 'de', ...(externalProcessData && { externalProcessData }) });
const codeIn = (address: string | null) => new URL(address!).searchParams.get('handover')!;
const open = (client: PortalClient, code: string) =>
  client.call('openHandover', { query: { lang: 'de' }, body: { code } });
/** A person without an account who has come from the neighbour. */
async function arrived(kind?: SendingKind, data?: FormData) {
  const { address, reference } = await send(kind, data);
  const client = portal.client();
  const view = await open(client, codeIn(address));
  return { client, view, reference, code: codeIn(address) };
}
const start = (client: PortalClient, handover: string) =>
  client.call('startProcess', { body: { metadataId: DOG.metadataId, area: KIEL, handover } });
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const codeOf = async (call: Promise<unknown>) => (await problemOf(call))?.code ?? null;
const leave = (client: PortalClient, id: string) => client.call('leaveHandover', { params: { id } });
const anonymous = (client: PortalClient) => client.call('openPseudo', { body: { locale: 'de' } });
const securityLog = async () => readFile(security, 'utf8');
const dataOf = async (client: PortalClient, id: string) =>
  (await client.openForm({ params: { id }, query: {} })).data as FormData;

const MINUTES_OF_A_DAY = 24 * 60;

/** Lets time pass for both portals, and runs the portal's work of a minute. */
async function pass(days: number): Promise<void> {
  await portal.passDays(days);
  neighbour.pass(days);
  await portal.passMinute();
}
const finish = (code: string, how: 'SUBMITTED' | 'ENDED') =>
  fetch(`${neighbour.origin}/formular/efa`, {
    method: 'POST',
    body: new URLSearchParams({ code, how }),
    redirect: 'manual',
  });

describe('a hand-over of another portal', () => {
  it('is opened by its code, and names the sender, the service and the place', async () => {
    const { view } = await arrived();
    expect(view).toMatchObject({
      sender: 'Serviceportal Mecklenburg-Vorpommern',
      leiKaId: DOG.leiKaId,
      area: KIEL,
      data: 'none',
    });
  });

  it('leads to the people of the other state as well, with the authority that is responsible there', async () => {
    const { leiKaId } = offerOf('wohngeld');
    const { address } = await neighbour.send({
      service: { leiKaId, regionalKey: WISMAR },
      kind: 'data',
      locale: 'en',
    });
    expect(address).toContain(`${portal.url}/en/form/efa?handover=`);
    const client = portal.client();
    const view = await open(client, codeIn(address));
    expect(view).toMatchObject({ area: WISMAR, data: 'fits' });
    const { metadata } = await client.call('getService', {
      params: { leiKaId },
      query: { lang: 'de', area: WISMAR },
    });
    expect(metadata?.authority.id).toBe('landkreis-nordwestmecklenburg');
    await anonymous(client);
    const { id, origin } = await client.call('startProcess', {
      body: { metadataId: metadata!.metadataId, area: WISMAR, handover: view.id },
    });
    expect(origin).toEqual({ id: view.id, sender: 'Serviceportal Mecklenburg-Vorpommern' });
    expect(await dataOf(client, id)).toMatchObject({ givenName: 'Frauke', familyName: 'Petersen-Wölk' });
  });

  it.each<[SendingKind, string]>([
    ['forged', 'bad-signature'],
    ['old', 'too-old'],
    ['longLived', 'too-old'],
    ['stranger', 'unknown-sender'],
    ['abroad', 'wrong-audience'],
    ['elsewhere', 'return-address'],
    ['nowhere', 'place-unknown'],
    ['notOffered', 'not-offered'],
    ['repeated', 'replayed'],
  ])('is refused and recorded when it is %s', async (kind, reason) => {
    expect(await send(kind)).toMatchObject({ address: null, reason });
    const line = (await securityLog())
      .split('\n')
      .filter((one) => one.includes('"handover"'))
      .at(-1);
    if (reason !== 'unknown-sender') expect(JSON.parse(line!)).toMatchObject({ outcome: 'refused', reason });
  });

  it('is refused for a service that is unknown, and for one that is not offered there', async () => {
    const at = (leiKaId: string, regionalKey: string) =>
      neighbour.send({ service: { leiKaId, regionalKey }, kind: 'plain', locale: 'de' });
    expect(await at('99999999999999', KIEL)).toMatchObject({ reason: 'service-unknown' });
    expect(await at(DOG.leiKaId, WISMAR)).toMatchObject({ reason: 'not-offered' });
  });

  it('is refused when it is no message at all, or too large', async () => {
    const post = async (handover: string) => {
      const response = await fetch(`${portal.url}/api/handover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ handover }),
      });
      return (await response.json()) as { code: string; fields: { reason: string }[] };
    };
    expect(await post('nonsense')).toMatchObject({
      code: 'handover-refused',
      fields: [{ reason: 'malformed' }],
    });
    expect((await post('x'.repeat(65 * 1024))).fields[0]!.reason).toBe('too-large');
    const big = await send('plain', { remark: 'x'.repeat(70_000) });
    expect(big).toMatchObject({ reason: 'too-large' });
  });

  it('belongs to the first browser that opens it, which may open it again', async () => {
    const { client, code, view } = await arrived();
    expect(await open(client, code)).toEqual(view);
    expect(await codeOf(open(portal.client(), code))).toBe('handover-used');
    expect(await securityLog()).toContain('"reason":"other-browser"');
    expect(await codeOf(leave(portal.client(), view.id))).toBe('handover-unknown');
  });

  it('is not known by another code', async () => {
    expect(await codeOf(open(portal.client(), 'A'.repeat(43)))).toBe('handover-unknown');
  });

  it('belongs to nobody after a logout: the next person at the same computer finds nothing', async () => {
    const { client, code } = await arrived('data');
    await client.call('logout', {});
    expect(await codeOf(open(client, code))).toBe('handover-used');
  });

  it('hands over values of the form, which are checked like any input', async () => {
    const { client, view, code } = await arrived('plain', { givenName: 'Frauke', familyName: 'Wölk' });
    expect(view.data).toBe('fits');
    await anonymous(client);
    const { id } = await start(client, view.id);
    expect(await dataOf(client, id)).toMatchObject({ givenName: 'Frauke', familyName: 'Wölk' });
    // The data belongs to the application now, and no longer to the hand-over.
    expect((await open(client, code)).data).toBe('none');
  });

  it('keeps nothing of values that do not fit, and says so; the application can be started without them', async () => {
    const { client, view } = await arrived('plain', { familyName: 'x'.repeat(5000), email: 'none' });
    expect(view.data).toBe('unfit');
    await anonymous(client);
    const { id } = await start(client, view.id);
    expect((await dataOf(client, id)).familyName).toBe('');
    expect(await securityLog()).not.toContain('xxxxx');
  });

  it('does not say that values were taken over of which the form asks none', async () => {
    expect((await arrived('plain', { nobodyAsksThis: 'x' })).view.data).toBe('unfit');
  });

  it('starts only what it is for, and only in its browser', async () => {
    const { client, view } = await arrived();
    await anonymous(client);
    const other = offerOf('fischereischein');
    const call = client.call('startProcess', {
      body: { metadataId: other.metadataId, area: KIEL, handover: view.id },
    });
    expect(await codeOf(call)).toBe('handover-ended');
    const stranger = portal.client();
    await anonymous(stranger);
    expect(await codeOf(start(stranger, view.id))).toBe('handover-ended');
  });
});

describe('the way back to the sender', () => {
  const answerOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

  it('says that nothing was started, and then nothing can be started any more', async () => {
    const { client, view, reference, code } = await arrived('data');
    const { address, portal: name } = await leave(client, view.id);
    expect(address.startsWith(`${neighbour.origin}/rueckkehr?`)).toBe(true);
    expect(answerOf(address)).toEqual({ handover: reference, result: 'CANCELLED' });
    expect(name).toBe('Serviceportal Mecklenburg-Vorpommern');
    expect(await neighbour.ask(reference)).toEqual({ status: 'ENDED' });
    expect(await codeOf(open(client, code))).toBe('handover-ended');
    await anonymous(client);
    expect(await codeOf(start(client, view.id))).toBe('handover-ended');
  });

  it('says that the application is open, and that it is submitted, with number and time for the sender alone', async () => {
    const { client, view, reference, code } = await arrived();
    expect(await neighbour.ask(reference)).toEqual({ status: 'OPEN' });
    await anonymous(client);
    const { id } = await fillIn(client, 'hundesteuer', { handover: view.id });
    expect(answerOf((await leave(client, view.id)).address).result).toBe('OPEN');
    expect(await neighbour.ask(reference)).toEqual({ status: 'OPEN' });
    await complete(client, id);
    const { result } = await submit(client, id);
    const { data } = await portal.delivery.submission(result!.externalId);
    expect(data).toMatchObject({ statements: [{ id: 'correctness', lang: 'de' }] });
    expect(answerOf((await leave(client, view.id)).address)).toEqual({
      handover: reference,
      result: 'SUBMITTED',
    });
    expect(await neighbour.ask(reference)).toEqual({
      status: 'SUBMITTED',
      ticketNumber: result!.ticketNumber,
      submittedAt: result!.submittedAt,
    });
    expect(await codeOf(open(client, code))).toBe('handover-ended');
    expect(await codeOf(start(client, view.id))).toBe('handover-ended');
  });

  it('leads nowhere that was taken out of the agreement since', async () => {
    const { client, view, reference } = await arrived();
    const agreed = JSON.parse(portal.partners.environment.EFA_PARTNERS!) as { returnAddresses: string[] }[];
    const changed = agreed.map((one) => ({ ...one, returnAddresses: ['http://127.0.0.1:9/anderswo'] }));
    await portal.stop();
    await portal.start({ EFA_PARTNERS: JSON.stringify(changed) });
    try {
      expect(await codeOf(leave(client, view.id))).toBe('handover-ended');
    } finally {
      await portal.stop();
      await portal.start();
    }
    expect(answerOf((await leave(client, view.id)).address)).toEqual({
      handover: reference,
      result: 'CANCELLED',
    });
  });

  it('is there for the owner of the application on another device', async () => {
    const { client, view } = await arrived();
    await client.logIn('petersen:Elster');
    await start(client, view.id);
    const elsewhere = portal.client();
    expect(await codeOf(leave(elsewhere, view.id))).toBe('handover-unknown');
    await elsewhere.logIn('lindemann:eID');
    expect(await codeOf(leave(elsewhere, view.id))).toBe('handover-unknown');
    await elsewhere.logIn('petersen:Elster', { forceNew: true });
    expect((await leave(elsewhere, view.id)).address).toContain('result=OPEN');
  });

  it('says that an application was ended when the person has deleted it', async () => {
    const { client, view, reference } = await arrived();
    await client.logIn('yildiz:Benutzername');
    const { id } = await start(client, view.id);
    await client.call('deleteDraft', { query: { id } });
    expect(await neighbour.ask(reference)).toEqual({ status: 'ENDED' });
    expect(answerOf((await leave(client, view.id)).address).result).toBe('CANCELLED');
  });

  it('tells nobody but the sender how an application stands', async () => {
    expect(await neighbour.ask('a-reference-of-somebody-else')).toBeNull();
    const response = await fetch(`${portal.url}/api/handover/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request: 'nonsense' }),
    });
    expect(response.status).toBe(403);
  });
});

describe('a service that another portal runs', () => {
  const departure = { leiKaId: BUILDING, area: KIEL };
  const hand = (client: PortalClient, withPerson = false) =>
    client.call('startHandover', { body: { ...departure, lang: 'de', withPerson } });
  const ask = (client: PortalClient, id: string) => client.call('askHandover', { params: { id } });
  const goThere = async (client: PortalClient, id: string) => {
    const { address } = await leave(client, id);
    return neighbour.received().find(({ code }) => address.endsWith(code))!;
  };

  it('is described before anything is handed over', async () => {
    const client = portal.client();
    const view = await client.call('describeDeparture', { query: { ...departure, lang: 'en' } });
    expect(view).toMatchObject({
      service: 'Apply for a building permit',
      area: { key: KIEL, name: 'Kiel' },
      receiver: 'Mecklenburg-Vorpommern service portal',
      portal: neighbour.origin,
      person: null,
    });
    await client.logIn('lindemann:eID');
    const known = await client.call('describeDeparture', { query: { ...departure, lang: 'en' } });
    expect(known.person?.name).toBe('Petra Lindemann');
  });

  it('is not described where this portal runs it itself, or nobody does', async () => {
    const client = portal.client();
    const at = (leiKaId: string, area: string) =>
      codeOf(client.call('describeDeparture', { query: { leiKaId, area } }));
    expect(await at(DOG.leiKaId, KIEL)).toBe('place-not-covered');
    expect(await at(BUILDING, WISMAR)).toBe('place-not-covered');
    expect(await at('99999999999999', KIEL)).toBe('service-not-found');
  });

  it('is handed over with service, place and language; the way there is told again to its browser alone', async () => {
    const client = portal.client();
    const { id } = await hand(client);
    const there = await goThere(client, id);
    expect(there).toMatchObject({ leiKaId: BUILDING, regionalKey: KIEL, locale: 'de', reference: id });
    expect(there.person).toBeUndefined();
    expect(there.returnUrl).toBe(`${portal.url}/redirect?lang=de&returned=${id}`);
    expect((await goThere(client, id)).code).toBe(there.code);
    expect(await codeOf(leave(portal.client(), id))).toBe('handover-unknown');
    await pass(6 / MINUTES_OF_A_DAY);
    expect(await codeOf(leave(client, id))).toBe('handover-ended');
    const kept = await storedRows(portal, (db) =>
      db.selectFrom('handover').select('forward').where('id', '=', id).execute(),
    );
    expect(kept).toEqual([{ forward: null }]);
  });

  it('is not gone to once the code of the other portal is over', async () => {
    const client = portal.client();
    const { id } = await hand(client);
    await portal.passDays(6 / MINUTES_OF_A_DAY);
    neighbour.pass(6 / MINUTES_OF_A_DAY);
    expect(await codeOf(leave(client, id))).toBe('handover-ended');
  });

  it('gets name and address of the account only with consent, and nothing else of it', async () => {
    const client = portal.client();
    await client.logIn('lindemann:eID');
    const without = await goThere(client, (await hand(client)).id);
    expect(without.person).toBeUndefined();
    const there = await goThere(client, (await hand(client, true)).id);
    expect(there.person).toMatchObject({ givenName: 'Petra', familyName: 'Lindemann' });
    expect(Object.keys(there.person!)).not.toContain('birthdate');
    const nobody = portal.client();
    expect((await goThere(nobody, (await hand(nobody, true)).id)).person).toBeUndefined();
  });

  it('tells how the application stands, and it is listed for its person alone', async () => {
    const client = portal.client();
    await client.logIn('thomsen:Benutzername');
    const { id } = await hand(client);
    const { code } = await goThere(client, id);
    const list = () => client.call('listHandedOver', { query: { lang: 'de' } });
    expect(await list()).toMatchObject([{ id, status: null, service: 'Baugenehmigung beantragen' }]);
    expect(await ask(client, id)).toMatchObject({ status: 'OPEN', ticketNumber: null });
    await finish(code, 'SUBMITTED');
    const told = await ask(client, id);
    expect(told).toMatchObject({ status: 'SUBMITTED', ticketNumber: expect.stringMatching(/^MV-/) });
    expect(await list()).toMatchObject([{ id, status: 'SUBMITTED', ticketNumber: told.ticketNumber }]);
    // The end is known, so the portal need not ask again.
    neighbour.faults.set({ fault: 'down', requests: 100 });
    expect(await ask(client, id)).toEqual(told);
    const other = portal.client();
    await other.logIn('lindemann:eID');
    expect((await other.call('listHandedOver', { query: {} })).map((one) => one.id)).not.toContain(id);
    expect(await codeOf(ask(other, id))).toBe('handover-unknown');
    const guest = portal.client();
    await anonymous(guest);
    expect(await codeOf(guest.call('listHandedOver', { query: {} }))).toBe('login-required');
  });

  it('is listed only for a login that reaches the level it was handed over with', async () => {
    const client = portal.client();
    await client.logIn('matthiesen:eID', { trustLevel: 'high' });
    const { id } = await hand(client);
    const idsOf = async (one: PortalClient) =>
      (await one.call('listHandedOver', { query: {} })).map((it) => it.id);
    // The person has not gone there yet.
    expect(await idsOf(client)).not.toContain(id);
    await goThere(client, id);
    const lower = portal.client();
    await lower.logIn('matthiesen:Benutzername');
    expect(await idsOf(client)).toContain(id);
    expect(await idsOf(lower)).not.toContain(id);
  });

  it.each(['down', 'page', 'silent'] as const)(
    'is not handed over when the other portal has a fault (%s), and nothing is kept of it',
    async (fault) => {
      neighbour.faults.set({ fault, requests: 100 });
      const client = portal.client();
      await client.logIn('nguyen:Benutzername');
      expect(await codeOf(hand(client))).toBe('neighbour-unavailable');
      expect(await client.call('listHandedOver', { query: {} })).toEqual([]);
    },
  );

  it.each([
    { fault: 'down', requests: 100 },
    { fault: 'page', requests: 100 },
    'forged',
    'otherQuestion',
  ] as const)(
    'believes nothing about the application when the other portal answers %j, and asks again by itself',
    async (how) => {
      const client = portal.client();
      const { id } = await hand(client);
      await goThere(client, id);
      if (typeof how === 'string') neighbour.answer(how);
      else neighbour.faults.set(how);
      expect(await ask(client, id)).toMatchObject({ status: null, toldAt: null });
      neighbour.answer('agreed');
      neighbour.faults.end();
      await pass(1);
      expect(await ask(client, id)).toMatchObject({ status: 'OPEN' });
    },
  );

  it('is asked about by itself, until the other portal says that it is over', async () => {
    const client = portal.client();
    await client.logIn('thomsen:Benutzername');
    const { id } = await hand(client);
    const { code } = await goThere(client, id);
    const listed = async () =>
      (await client.call('listHandedOver', { query: { lang: 'de' } })).find((one) => one.id === id);
    await finish(code, 'ENDED');
    expect((await listed())?.status).toBeNull();
    await pass(1);
    await client.logIn('thomsen:Benutzername');
    expect((await listed())?.status).toBe('ENDED');
  });

  it('is forgotten after 30 days in which nobody told that it was submitted', async () => {
    const client = portal.client();
    await client.logIn('thomsen:Benutzername');
    const { id } = await hand(client);
    const { id: submitted } = await hand(client);
    await finish((await goThere(client, submitted)).code, 'SUBMITTED');
    await pass(31);
    await client.logIn('thomsen:Benutzername');
    const ids = (await client.call('listHandedOver', { query: {} })).map((one) => one.id);
    expect(ids).not.toContain(id);
    expect(ids).toContain(submitted);
  });
});

describe('the time of a hand-over', () => {
  it('is over five minutes after nobody came with it, and two hours after nothing was started with it', async () => {
    const { address, reference } = await send('data');
    const { client, code, view } = await arrived('data');
    await portal.passDays(6 / MINUTES_OF_A_DAY);
    neighbour.pass(6 / MINUTES_OF_A_DAY);
    expect(await neighbour.ask(reference)).toEqual({ status: 'ENDED' });
    expect(await codeOf(open(portal.client(), codeIn(address)))).toBe('handover-ended');
    expect(await open(client, code)).toEqual(view);
    await portal.passMinute();
    expect(await codeOf(open(portal.client(), codeIn(address)))).toBe('handover-unknown');
    expect(await neighbour.ask(reference)).toBeNull();
    await anonymous(client);
    await pass(121 / MINUTES_OF_A_DAY);
    expect(await codeOf(open(client, code))).toBe('handover-unknown');
    await anonymous(client);
    expect(await codeOf(start(client, view.id))).toBe('handover-ended');
  });

  it('is that of its application once that is started', async () => {
    const { client, view, reference } = await arrived();
    await client.logIn('petersen:Elster');
    await start(client, view.id);
    await pass(5);
    expect(await neighbour.ask(reference)).toEqual({ status: 'OPEN' });
    await pass(60);
    expect(await neighbour.ask(reference)).toEqual({ status: 'ENDED' });
    await pass(2);
    expect(await neighbour.ask(reference)).toBeNull();
  });
});

it('says that there are no shared services where none are configured', async () => {
  await portal.stop();
  await portal.start({ EFA_PARTNERS: undefined, EFA_ID: undefined, EFA_PRIVATE_KEY: undefined });
  const client = portal.client();
  expect(await codeOf(open(client, 'A'.repeat(43)))).toBe('handover-off');
  expect(await send()).toMatchObject({ reason: 'handover-off' });
  const query = { leiKaId: BUILDING, area: KIEL };
  expect(await codeOf(client.call('describeDeparture', { query }))).toBe('handover-off');
});
