import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#contract/pages.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import { openIncoming } from '#server/handovers/incoming.ts';
import { eraseSent, noteTold } from '#server/handovers/outgoing.ts';
import { runExpiry } from '#server/jobs/expiry.ts';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { HandoverStanding } from '#server/ports/neighbours.ts';
import type { Session } from '#server/sessions/session.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { askNeighbour, askNeighbours } from '#server/use-cases/ask-neighbour.ts';
import { deleteDraft } from '#server/use-cases/delete-draft.ts';
import { handOver } from '#server/use-cases/hand-over.ts';
import { leaveHandover } from '#server/use-cases/leave-handover.ts';
import type { Claimant } from '#server/use-cases/own-handover.ts';
import { receiveHandover } from '#server/use-cases/receive-handover.ts';
import { startApplication } from '#server/use-cases/start-application.ts';
import { startOf } from '#server/use-cases/start-of-handover.ts';
import { tellHandover } from '#server/use-cases/tell-handover.ts';
import { listHandedOver } from '#server/views/handovers.ts';
import { KIEL, logIn, nobodysSession, offerOf } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
/** Answers of the other portal: how an application stands there, that it does not know it, or nothing. */
let answer: HandoverStanding | null | 'away';
let asked: number;
/** Address to which the agreement with the other portal lets people go back. */
const BACK = 'https://mv.example/zurueck';
let agreed: string;
let messages: { person?: unknown }[];
beforeAll(async () => {
  server = await openTestServer();
  const portal = (id: string) => ({ id, name: { de: id, en: id }, portal: `https://${id}.example` });
  server.context.neighbours = {
    mayReturnTo: (_, address) => address === agreed,
    find: portal,
    readHandover: async (message) => JSON.parse(message),
    readQuestion: async (message) => ({ ...JSON.parse(message), jti: randomUUID() }),
    signStanding: async (_, standing) => JSON.stringify(standing),
    handOver: async (_, message) => {
      messages.push(message);
      return { address: 'https://mv.example/ankunft', expiresIn: 60 };
    },
    ask: async () => {
      asked += 1;
      if (answer === 'away') throw new PartnerUnavailable('neighbour', '503');
      return answer;
    },
  };
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  await db().deleteFrom('handover').execute();
  session = await nobodysSession(server.context);
  answer = { status: 'OPEN' };
  asked = 0;
  agreed = BACK;
  messages = [];
});

const db = () => server.context.storage.db;
const rowOf = (id: string) =>
  db().selectFrom('handover').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const DOG = () => offerOf(server.context, 'hundesteuer');

describe('a hand-over of another portal', () => {
  const message = (reference: string, jti: string = randomUUID()) =>
    JSON.stringify({
      ...{ partner: 'mv', reference, jti, leiKaId: DOG().leiKaId, regionalKey: KIEL, locale: 'de' },
      ...{ returnUrl: BACK, externalProcessData: { dogName: 'Bello' } },
    });
  const receive = async (reference = 'R1') =>
    (await receiveHandover(server.context, message(reference))).handover;
  const open = (code: string, browser = 'browser') => openIncoming(server.context, code, browser);
  const arrived = async (reference?: string) => (await open(await receive(reference))).id;
  const start = (id: string, browser = 'browser', metadataId = DOG().metadataId) =>
    startApplication(server.context, session, {
      metadataId,
      area: KIEL,
      locale: 'de',
      counted: false,
      handover: { id, browser },
    });
  const tell = async (partner = 'mv', reference = 'R1') =>
    JSON.parse(await tellHandover(server.context, JSON.stringify({ partner, reference })));
  const leave = (id: string, claimant: Partial<Claimant> = { browser: 'browser' }) =>
    leaveHandover(server.context, id, { browser: null, session: null, ...claimant }, 'de');

  const said = (change: object) =>
    receiveHandover(server.context, JSON.stringify({ ...JSON.parse(message('R1')), ...change }));
  it.each([
    ['for no service here', { leiKaId: '1' }, 'service-unknown'],
    ['for no place here', { regionalKey: '999999999999' }, 'place-unknown'],
  ])('%s is refused', async (_, change, reason) => {
    await expect(said(change)).rejects.toThrow(reason);
    expect(await db().selectFrom('handover').select('id').execute()).toEqual([]);
  });
  it('for what is not offered at its place is refused', async () => {
    const { services, metadata } = server.context.content();
    const offered = new Set([...metadata.values()].map(({ leiKaId }) => leiKaId));
    const leiKaId = [...services.keys()].find((one) => !offered.has(one))!;
    await expect(said({ leiKaId })).rejects.toThrow('not-offered');
  });
  it.each([
    ['what fits', {}, 'fits', true],
    ['nothing', { externalProcessData: undefined }, 'none', false],
    ['a person alone', { externalProcessData: undefined, person: { givenName: 'Eva' } }, 'fits', true],
    ['what no database stores', { externalProcessData: { dogName: 'a\0' } }, 'unfit', false],
    ['values of another form alone', { externalProcessData: { x: 'y' } }, 'unfit', false],
    ['what the form does not take', { externalProcessData: { dogName: { a: { b: 1 } } } }, 'unfit', false],
    ['a person in what no database stores', { person: { givenName: 'a\0' } }, 'unfit', false],
  ])('with %s keeps just that', async (_, change, dataState, isKept) => {
    await said(change);
    const row = await db().selectFrom('handover').selectAll().executeTakeFirstOrThrow();
    expect([row.dataState, row.data !== null]).toEqual([dataState, isKept]);
  });
  it('is open until its time is over, as its sender is told', async () => {
    const { expiresIn } = await receiveHandover(server.context, message('R1'));
    expect(await tell()).toEqual({ status: 'OPEN' });
    server.passDays((expiresIn - 1) / 86_400);
    expect(await tell()).toEqual({ status: 'OPEN' });
    server.passDays(1 / 86_400);
    expect(await tell()).toEqual({ status: 'ENDED' });
  });
  it('leads a login to its form, and any other page stays as it is', async () => {
    const page = `${paths.handover.de}?handover=${await receive()}`;
    const { leiKaId } = DOG();
    const start = `${paths.process.de}?${new URLSearchParams({ leiKaId, area: KIEL })}`;
    expect(await startOf(server.context, page)).toBe(start);
    const english = page.replace(paths.handover.de, paths.handover.en);
    expect(await startOf(server.context, english)).toBe(start.replace(paths.process.de, paths.process.en));
    for (const other of [
      `${paths.handover.de}?handover=x`,
      paths.handover.de,
      page.replace(paths.handover.de, '/x'),
    ])
      expect(await startOf(server.context, other)).toBe(other);
  });
  it('comes once', async () => {
    await receive();
    await expect(receive()).rejects.toThrow('replayed');
  });
  it('belongs to the browser that opens it first', async () => {
    const code = await receive();
    const { id } = await open(code);
    expect((await open(code)).id).toBe(id);
    await expect(open(code, 'other')).rejects.toThrow('handover-used');
    await expect(start(id, 'other')).rejects.toThrow('handover-ended');
  });
  it('is over when its person does not arrive in time', async () => {
    const code = await receive();
    server.passDays(1);
    await expect(open(code)).rejects.toThrow('handover-ended');
  });
  it('starts an application with its data, which is kept there alone', async () => {
    const id = await arrived();
    expect((await rowOf(id)).data).not.toBeNull();
    const { id: processId, data } = await start(id);
    expect(data).toMatchObject({ dogName: 'Bello' });
    expect(await rowOf(id)).toMatchObject({ processId, data: null, expiresAt: null });
    // The first answer may have been lost.
    expect((await start(id)).id).toBe(processId);
  });
  it('starts none for another service', async () => {
    const other = offerOf(server.context, 'fischereischein').metadataId;
    const id = await arrived();
    await expect(start(id, 'browser', other)).rejects.toThrow('handover-ended');
  });
  it('that its person leaves before has ended, without its data', async () => {
    const id = await arrived();
    const { address } = await leave(id);
    expect(address).toBe(`${BACK}?handover=R1&result=CANCELLED`);
    expect(await rowOf(id)).toMatchObject({ status: 'ENDED', data: null });
    expect(await tell()).toEqual({ status: 'ENDED' });
    await expect(start(id)).rejects.toThrow('handover-ended');
  });
  it('leads back only where the agreement of today allows it', async () => {
    const id = await arrived();
    agreed = 'https://mv.example/neu';
    await expect(leave(id)).rejects.toThrow('handover-ended');
    expect((await rowOf(id)).status).toBeNull();
  });
  it('is nobody else’s: not another browser’s, nor that of anybody without an account', async () => {
    const id = await arrived();
    const stranger = await nobodysSession(server.context);
    const known = await logIn(server.context, 'petra', {});
    const others: Partial<Claimant>[] = [{ browser: 'other' }, { session: stranger }, { session: known }, {}];
    for (const claimant of others) await expect(leave(id, claimant)).rejects.toThrow('handover-unknown');
  });
  it('of which an application was started is known to the session of that', async () => {
    const id = await arrived();
    await start(id);
    expect((await leave(id, { session })).address).toBe(`${BACK}?handover=R1&result=OPEN`);
    const stranger = await nobodysSession(server.context);
    await expect(leave(id, { session: stranger })).rejects.toThrow('handover-unknown');
  });
  it('ends with its application, which its sender can be told', async () => {
    const { id: processId } = await start(await arrived());
    expect(await tell()).toEqual({ status: 'OPEN' });
    await deleteDraft(server.context, session, processId, false);
    expect(await tell()).toEqual({ status: 'ENDED' });
  });
  it('is told of only to its sender', async () => {
    await arrived();
    await expect(tell('hh')).rejects.toThrow('handover-unknown');
  });
  it('that was sent is told with its number and time', async () => {
    const { id: processId } = await start(await arrived());
    await db().updateTable('process').set({ status: 'SUBMITTED' }).where('id', '=', processId).execute();
    await recorded(server.context, (trx) => insertSubmission(server.context, trx, processId, 'server'));
    const submittedAt = server.context.now();
    await db().updateTable('submission').set({ ticketNumber: 'T-1', submittedAt }).execute();
    expect(await tell()).toEqual({
      status: 'SUBMITTED',
      ticketNumber: 'T-1',
      submittedAt: submittedAt.toISOString(),
    });
  });
});

describe('a hand-over to another portal', () => {
  /** A service that another portal runs. */
  const there = { leiKaId: '99012001001000', area: KIEL };
  const go = async (by: Session | null = null, withPerson = false) =>
    handOver(server.context, { browser: 'browser', session: by }, { ...there, locale: 'de', withPerson });
  const person = (level: TrustLevel = 'substantial', name = 'petra') =>
    logIn(server.context, name, { givenName: 'Petra', familyName: 'Lindemann' }, null, level);
  const leave = (id: string) =>
    leaveHandover(server.context, id, { browser: 'browser', session: null }, 'de');
  const ask = (id: string, browser = 'browser') =>
    askNeighbour(server.context, id, { browser, session: null });
  const listed = async (by: Session) => (await listHandedOver(server.context, by, 'de')).map(({ id }) => id);
  const submitted = {
    status: 'SUBMITTED',
    ticketNumber: 'T-1',
    submittedAt: '2026-11-01T10:00:00.000Z',
  } as const;

  it('says who its person is only with consent', async () => {
    const by = await person();
    await go(by);
    await go(by, true);
    await go(session, true);
    expect(messages.map((message) => message.person)).toEqual([
      undefined,
      { givenName: 'Petra', familyName: 'Lindemann' },
      undefined,
    ]);
  });
  it('leads there as long as its code is good', async () => {
    const id = await go();
    expect((await leave(id)).address).toBe('https://mv.example/ankunft');
    server.passDays(0.01);
    await expect(leave(id)).rejects.toThrow('handover-ended');
  });
  it('keeps the address until its person has gone and the code is over', async () => {
    const [left, stayed] = [await go(), await go()];
    await leave(left);
    server.passDays(0.01);
    await runExpiry(server.context);
    expect((await rowOf(left)).forward).toBeNull();
    expect((await rowOf(stayed)).forward).not.toBeNull();
  });
  it('is listed for the person who has gone, at the level of that login, and for nobody else', async () => {
    const high = await person('high');
    const id = await go(high);
    expect(await listed(high)).toEqual([]);
    await leave(id);
    expect(await listed(high)).toEqual([id]);
    expect(await listed(await person('substantial'))).toEqual([]);
    expect(await listed(await person('high', 'jan'))).toEqual([]);
  });
  it('is erased with what a login of its level may see', async () => {
    const { userId } = await person('high');
    const id = await go(await person('high'));
    const erased = (level: TrustLevel) =>
      db()
        .transaction()
        .execute((trx) => eraseSent(trx, userId!, level));
    expect(await erased('substantial')).toBe(0);
    expect((await rowOf(id)).userId).toBe(userId);
    expect(await erased('high')).toBe(1);
  });
  it('is asked about for its own browser only, and the address goes with the first answer', async () => {
    const id = await go();
    await expect(ask(id, 'other')).rejects.toThrow('handover-unknown');
    expect(asked).toBe(0);
    expect(await ask(id)).toMatchObject({ status: 'OPEN', forward: null, asks: 1 });
  });
  it('that was sent stays so, and is asked about no more', async () => {
    const id = await go();
    answer = submitted;
    expect(await ask(id)).toMatchObject({ status: 'SUBMITTED', ticketNumber: 'T-1', nextAskAt: null });
    answer = { status: 'ENDED' };
    expect(await ask(id)).toMatchObject({ status: 'SUBMITTED' });
    expect(asked).toBe(1);
    // An answer that was on its way meanwhile.
    await noteTold(server.context, { id, asks: 1 }, { status: 'OPEN' });
    expect(await rowOf(id)).toMatchObject({ status: 'SUBMITTED', ticketNumber: 'T-1', nextAskAt: null });
  });
  it('has ended where the other portal does not know it', async () => {
    const id = await go();
    answer = null;
    expect(await ask(id)).toMatchObject({ status: 'ENDED', nextAskAt: null });
  });
  it('is asked about later where the other portal is away, which is then left alone for a minute', async () => {
    const ids = [await go(), await go()];
    answer = 'away';
    server.passDays(1);
    await askNeighbours(server.context);
    expect(asked).toBe(1);
    for (const id of ids) {
      const { status, asks, nextAskAt } = await rowOf(id);
      expect([status, asks]).toEqual([null, 1]);
      expect(nextAskAt!.getTime()).toBeGreaterThan(server.context.now().getTime());
    }
  });
});
