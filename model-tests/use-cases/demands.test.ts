import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Metadata } from '#server/content/types.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { changePlace } from '#server/use-cases/change-place.ts';
import { requestSubmission } from '#server/use-cases/request-submission.ts';
import { startApplication } from '#server/use-cases/start-application.ts';
import { takeOver } from '#server/use-cases/take-over.ts';
import { confirm, fillIn, goToPay, KIEL, logIn, nobodysSession, offerOf, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

/** Demands of a form on a login and on the data, also where they have changed since the application was begun. */

let server: TestServer;
let nobody: Session;
let petra: Session;
let content: TestServer['context']['content'];
beforeAll(async () => {
  server = await openTestServer();
  content = server.context.content;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  nobody = await nobodysSession(server.context);
  petra = await logIn(server.context, 'petra', {});
});
afterEach(() => {
  server.context.content = content;
});

/** Changes the demands of an offer, as new content does. */
function demand(metadataId: string, change: Partial<Metadata>): void {
  const metadata = new Map(content().metadata);
  metadata.set(metadataId, { ...metadata.get(metadataId)!, ...change });
  server.context.content = () => ({ ...content(), metadata });
}
const change = (by: Session, row: ProcessRow, data: object) =>
  changeData(server.context, by, row.id, {
    version: row.version,
    data: { ...row.data, ...data },
    page: null,
  });

describe('another place', () => {
  /** The offer of the dog tax by another authority. */
  const elsewhere = () =>
    [...content().metadata.values()].find(
      ({ fmsFormId, areas }) => fmsFormId === 'hundesteuer' && !areas.includes(KIEL),
    )!;
  const move = (by: Session, { id }: ProcessRow) =>
    changePlace(server.context, by, id, { area: elsewhere().areas[0]! });

  it('whose form needs a login is none for somebody without, who is told which ones it takes', async () => {
    const row = await fillIn(server.context, nobody, 'hundesteuer');
    demand(elsewhere().metadataId, { mode: 'start', idpIds: ['nkb'] });
    await expect(move(nobody, row)).rejects.toMatchObject({
      code: 'place-needs-login',
      details: { accepted: ['nkb'] },
    });
    expect(await stored(server.context, row.id)).toEqual(row);
    const own = await fillIn(server.context, petra, 'hundesteuer');
    expect(await move(petra, own)).toMatchObject({ metadataId: elsewhere().metadataId });
  });
  it('counts with its own mode and fee', async () => {
    const row = await fillIn(server.context, nobody, 'hundesteuer');
    demand(elsewhere().metadataId, { mode: 'complete', allowElectronicNoticeDelivery: true });
    expect((await move(nobody, row)).context).toMatchObject({ mode: 'complete', noticeAllowed: true });
  });
});

describe('the sending', () => {
  const ask = (by: Session, id: string) => requestSubmission(server.context, by, id, {});

  it('is refused for a login that the form takes no more', async () => {
    const row = await confirm(server.context, petra, await fillIn(server.context, petra, 'hundesteuer'));
    demand(row.metadataId, { idpIds: ['anon', 'sk'] });
    await expect(ask(petra, row.id)).rejects.toThrow('login-not-accepted');
    expect((await stored(server.context, row.id)).context).toMatchObject({ running: false });
    expect(await server.jobsOf('submission')).toEqual([]);
  });
  it('of what was paid for is not refused for that', async () => {
    const { context } = server;
    const { id } = await goToPay(context, petra);
    const row = await stored(context, id);
    const facts = { ...(row.context as object), paidCents: 6000, running: false };
    await context.storage.db
      .updateTable('process')
      .set({ status: 'SUBMIT_FAILURE', context: JSON.stringify(facts) as never })
      .execute();
    demand(row.metadataId, { idpIds: ['anon', 'sk'] });
    expect((await ask(petra, id)).context).toMatchObject({ running: true });
  });
});

describe('an application that somebody takes over', () => {
  const take = (by: Session, id: string) => takeOver(server.context, by, id, {});

  it('is not theirs with a login that the form does not take', async () => {
    const row = await fillIn(server.context, nobody, 'hundesteuer');
    const jan = await logIn(server.context, 'jan', {}, nobody);
    demand(row.metadataId, { idpIds: ['anon', 'sk'] });
    await expect(take(jan, row.id)).rejects.toThrow('login-not-accepted');
    expect((await stored(server.context, row.id)).userId).toBeNull();
  });
  it('is not theirs when it is in another session', async () => {
    const row = await fillIn(server.context, nobody, 'hundesteuer');
    await expect(take(petra, row.id)).rejects.toThrow('not-found');
  });
  it('is recorded as taken over once, and keeps its person afterwards', async () => {
    const row = await fillIn(server.context, nobody, 'hundesteuer');
    const jan = await logIn(server.context, 'jan', {}, nobody);
    const before = await stored(server.context, row.id);
    server.passDays(0.01);
    const taken = await take(jan, row.id);
    expect(taken.availableUntil.getTime()).toBeGreaterThan(before.availableUntil.getTime());
    await take(jan, row.id);
    expect(server.recorded().filter(({ event }) => event === 'take-over')).toHaveLength(1);
  });
  it('has the values of the account to compare with', async () => {
    const row = await fillIn(server.context, nobody, 'bewohnerparkausweis');
    const account = { givenName: 'Johanna', familyName: 'Jansen' };
    const jan = await logIn(server.context, 'jan', account, nobody);
    const taken = await take(jan, row.id);
    expect([row.account, taken.account?.values]).toEqual([null, expect.objectContaining(account)]);
    expect((await stored(server.context, row.id)).proven).toBeNull();
  });
  it('and was confirmed is stored with what the account proves of it', async () => {
    const { context } = server;
    const row = await confirm(context, nobody, await fillIn(context, nobody, 'bewohnerparkausweis'));
    const account = { givenName: 'Johanna', familyName: 'Jansen' };
    const jan = await logIn(context, 'jan', account, nobody);
    await take(jan, row.id);
    expect((await stored(context, row.id)).proven).not.toBeNull();
  });
});

describe('data', () => {
  it('that the account proves and the form locks is not changed by hand', async () => {
    const eva = await logIn(
      server.context,
      'eva',
      { givenName: 'Eva', familyName: 'Ernst', birthdate: '1980-01-01' },
      null,
      'high',
    );
    const { metadataId } = offerOf(server.context, 'meldebescheinigung');
    const start = { metadataId, area: KIEL, locale: 'de', counted: false } as const;
    const row = await startApplication(server.context, eva, start);
    const [locked] = Object.entries(row.data).find(([, value]) => value === 'Eva')!;
    await expect(change(eva, row, { [locked]: 'Erna' })).rejects.toMatchObject({
      code: 'input-invalid',
      details: { fields: [{ name: locked, reason: 'locked' }] },
    });
    expect((await stored(server.context, row.id)).data).toEqual(row.data);
    // What is not locked may change.
    expect((await change(eva, row, { copies: 2 })).version).toBe(row.version + 1);
    demand(metadataId, { enableDataComparison: false });
    const free = await change(eva, await stored(server.context, row.id), { [locked]: 'Erna' });
    expect(free.data).toMatchObject({ [locked]: 'Erna' });
  });
  it('of a form server is not written by anybody else', async () => {
    const { metadataId } = [...content().metadata.values()].find(
      ({ fmsFormId, areas }) => fmsFormId === 'jagdschein' && areas.includes(KIEL),
    )!;
    const start = { metadataId, area: KIEL, locale: 'de', counted: false } as const;
    const row = await startApplication(server.context, nobody, start);
    await expect(change(nobody, row, { prefill: { givenName: 'Eva' } })).rejects.toMatchObject({
      code: 'input-invalid',
      details: { fields: [{ name: 'data', reason: 'a form of a form server' }] },
    });
    expect((await stored(server.context, row.id)).data).toEqual(row.data);
  });
  it('after which nothing has changed is no new version, and one after the confirmation is', async () => {
    const row = await fillIn(server.context, nobody, 'hundesteuer');
    expect((await change(nobody, row, {})).version).toBe(row.version);
    const confirmed = await confirm(server.context, nobody, row);
    expect((await change(nobody, confirmed, {})).version).toBe(confirmed.version + 1);
  });
  it('keeps the page it was saved on, without what no database stores', async () => {
    const row = await fillIn(server.context, nobody, 'hundesteuer');
    const { data, version } = row;
    const saved = await changeData(server.context, nobody, row.id, { data, version, page: 'do\0g' });
    expect(saved.page).toBe('dog');
  });
});

it('an application that needs a higher level than the login’s stays closed to its person', async () => {
  const row = await fillIn(server.context, petra, 'hundesteuer');
  demand(row.metadataId, { trustLevel: 'high' });
  await expect(change(petra, row, { dogName: 'Bello' })).rejects.toThrow('trust-level-too-low');
});
