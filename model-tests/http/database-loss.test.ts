import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { visitForm } from '#stand-ins/forms/visit.ts';
import { complete, fillIn, KIEL, offerOf, settled } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { asPerson, expectPersonToComeBack, expectProgramToComeBack } from './come-back.ts';
import { type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';
import { saveWithoutPause } from './savers.ts';

const postgres = await startPostgres();
const PEOPLE = 4;
const TOKEN = 'operators-token-of-this-test-only-0123456789';

let portals: [Portal, Portal];
/** Applications that were being sent when the database went down. */
const onTheirWay: { person: PortalClient; id: string }[] = [];
beforeAll(async () => {
  if (!postgres) return;
  const environment = { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent', OPERATIONS_TOKEN: TOKEN };
  const first = await startPortal({ environment });
  const second = await startPortal({
    environment,
    between: async () => first.partners.environment,
  });
  portals = [first, second];
});
afterAll(async () => {
  await postgres?.thaw();
  for (const portal of portals ?? []) await portal.close();
  await postgres?.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A person with a confirmed application. */
async function ready(): Promise<{ person: PortalClient; id: string }> {
  const person = portals[0].client();
  await person.logIn('lindemann:eID');
  const { id } = await fillIn(person, 'hundesteuer');
  await complete(person, id);
  return { person, id };
}

/** A person with a form of a form server, filled in and taken over. */
async function inFrame() {
  const person = portals[0].client();
  await person.logIn('petersen:Elster');
  const { id } = await person.call('startProcess', {
    body: { metadataId: offerOf('jagdschein').metadataId, area: KIEL },
  });
  const access = await person.call('getAccessData', { params: { id }, query: {} });
  if (access.fmsType !== 'LIP') throw new Error(access.fmsType);
  const { caseId } = access.frame;
  const visit = await visitForm(access.frame);
  /** Reports a stored state of the frame as the page does, and repeats it if it may. */
  const take = async (): Promise<void> => {
    try {
      const { version } = await person.call('getProcess', { params: { id }, query: {} });
      await person.call('saveProgress', { params: { id }, body: { version, caseId } });
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.status !== 503) throw error;
      await pause(200);
      await take();
    }
  };
  const locality = async () => {
    const { pages } = await person.call('getSnapshot', { params: { id }, query: {} });
    return pages.flatMap(({ rows }) => rows).find(({ path }) => path === 'locality')?.value;
  };
  await visit.fill({ locality: 'Plön' });
  await take();
  return { visit, take, locality };
}

/** People who save at both servers while something happens to the database. */
async function whileSaving(fault: () => Promise<void>): Promise<Set<string>> {
  const codes = new Set<string>();
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => saveWithoutPause(portals, (code) => codes.add(code))),
  );
  await pause(500);
  await fault();
  await pause(1000);
  const ends = await Promise.all(people.map((person) => person.stop()));
  expect(ends.map(({ lost }) => lost)).toEqual(Array(PEOPLE).fill(0));
  return codes;
}

// Runs only with an installed PostgreSQL server.
describe.runIf(postgres)('two services whose database is lost', () => {
  it('go on when connections that nobody uses are cut', async () => {
    await pause(200);
    await postgres?.cutConnections();
    for (const portal of portals) {
      const client = portal.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      expect((await client.call('getUser', {})).user).not.toBeNull();
    }
  });

  it('lose no acknowledged save when connections in use are cut again and again', async () => {
    await whileSaving(async () => {
      for (let times = 0; times < 5; times += 1) {
        await postgres?.cutConnections();
        await pause(200);
      }
    });
  });

  it('say that they can be asked again while it is down, and lose nothing', async () => {
    const { person, id } = await ready();
    const operations = (init: RequestInit) =>
      fetch(`${portals[0].url}/betrieb`, { redirect: 'manual', ...init });
    const entered = await operations({ method: 'POST', body: new URLSearchParams({ token: TOKEN }) });
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect((await operations({ headers: { cookie } })).status).toBe(200);
    const codes = await whileSaving(async () => {
      await person.call('submitProcess', { params: { id } });
      onTheirWay.push({ person, id });
      await postgres?.crash();
      await pause(1500);
      const answer = await person.fetch('/api/processes/submitted');
      await expectProgramToComeBack(answer, 503, 'database-unavailable');
      const reader = portals[0].client();
      reader.cookies.set('locale', 'en').set('sp_login', 'x'.repeat(32)).set('sp_session', 'x'.repeat(32));
      const away = (languages: [Locale, ...Locale[]]) =>
        ({ code: 'database-unavailable', languages }) as const;
      const back = () => reader.fetch('/api/auth/return?ticket=a', { headers: asPerson });
      await expectPersonToComeBack(await back(), 503, away(['en']));
      reader.cookies.delete('locale');
      await expectPersonToComeBack(await back(), 503, away(['de', 'en']));
      await expectPersonToComeBack(await operations({ headers: { cookie, ...asPerson } }), 503, away(['de']));
      const pages = ['/', `/formular?id=${id}`, `/redirect?lang=de&id=${id}.1.x`];
      const sent = await Promise.all(pages.map(async (page) => (await person.fetch(page)).status));
      expect(sent).toEqual([200, 200, 200]);
      await postgres?.start();
    });
    expect(codes).toContain('database-unavailable');
  });

  it.each(['crash', 'shutDown'] as const)('take what was entered in a frame meanwhile: %s', async (how) => {
    const { visit, take, locality } = await inFrame();
    await postgres?.[how]();
    await visit.fill({ locality: 'Eutin' });
    const taken = take();
    await pause(500);
    await postgres?.start();
    await taken;
    expect(await locality()).toBe('Eutin');
  });

  it('answer every call while it is frozen, and go on afterwards', async () => {
    const [first] = portals;
    const person = first.client();
    await person.call('openPseudo', { body: { locale: 'de' } });
    await postgres?.freeze();
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => (await person.fetch('/api/processes/submitted')).status),
    );
    await postgres?.thaw();
    expect(new Set(answers)).toEqual(new Set([503]));
    await whileSaving(async () => {});
  });

  it('go on with the standby when it is lost for good, and lose nothing', async () => {
    await postgres?.addStandby();
    const { person, id } = await ready();
    const operations = (init: RequestInit) =>
      fetch(`${portals[0].url}/betrieb`, { redirect: 'manual', ...init });
    const entered = await operations({ method: 'POST', body: new URLSearchParams({ token: TOKEN }) });
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect((await operations({ headers: { cookie } })).status).toBe(200);
    const { visit, take, locality } = await inFrame();
    const codes = await whileSaving(async () => {
      await person.call('submitProcess', { params: { id } });
      onTheirWay.push({ person, id });
      await visit.fill({ locality: 'Eutin' });
      await postgres?.failOver();
    });
    expect(codes).toContain('database-unavailable');
    await take();
    expect(await locality()).toBe('Eutin');
  });

  it('have sent once what was on its way when it went down', async () => {
    const sent = await Promise.all(onTheirWay.map(({ person, id }) => settled(person, id)));
    expect(sent.map(({ status }) => status)).toEqual(['SUBMITTED', 'SUBMITTED']);
    const arrived = (await portals[0].delivery.submissions()).filter(({ state }) => state !== 'incomplete');
    const expected = sent.map(({ result }) => result?.externalId);
    expect(arrived.map(({ submissionId }) => submissionId).sort()).toEqual(expected.sort());
  });
});
