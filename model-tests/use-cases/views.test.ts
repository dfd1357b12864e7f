import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrustLevel } from '#domain/trust-level.ts';
import { recorded } from '#server/journal/journal.ts';
import { openDifferences } from '#server/processes/account.ts';
import { differencesHash } from '#server/processes/differences-hash.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { conflictOf } from '#server/views/conflict-view.ts';
import { keptOf } from '#server/views/kept.ts';
import { assertHasForm } from '#server/views/left-draft.ts';
import { countClosed, listDrafts } from '#server/views/lists.ts';
import { processView } from '#server/views/process-view.ts';
import { listSent } from '#server/views/sent-list.ts';
import { judgeAll, wholePerson } from '#server/views/staying.ts';
import { transportReport } from '#server/views/transport-report.ts';
import { confirm, fillIn, goToPay, logIn, nobodysSession, payAgain, send, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let petra: Session;
let content: TestServer['context']['content'];
beforeAll(async () => {
  server = await openTestServer();
  content = server.context.content;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  petra = await logIn(server.context, 'petra', {});
});
afterEach(() => {
  server.context.content = content;
});

const db = () => server.context.storage.db;
const draft = (by = petra, service: 'hundesteuer' | 'fischereischein' = 'hundesteuer') =>
  fillIn(server.context, by, service);
const sent = async (by = petra) => send(server.context, by, await draft(by));
const set = (id: string, values: object) =>
  db().updateTable('process').set(values).where('id', '=', id).execute();
const setFacts = async ({ id }: { id: string }, facts: object) =>
  set(id, { context: json({ ...((await stored(server.context, id)).context as object), ...facts }) });
/** New content without these forms. */
function without(...metadataIds: string[]): void {
  const metadata = new Map(content().metadata);
  for (const metadataId of metadataIds) metadata.delete(metadataId);
  server.context.content = () => ({ ...content(), metadata });
}

describe('a draft in the list', () => {
  const list = (query: object = {}, by = petra) => listDrafts(server.context, by, { locale: 'de', ...query });
  const one = async (query: object = {}) => (await list(query))[0]!;

  it('is found by its service, its authority, and words of its names', async () => {
    const row = await draft();
    const { metadata } = content();
    const { leiKaId, authority, title } = metadata.get(row.metadataId)!;
    const found = async (query: object) => (await list(query)).length;
    expect(await found({ leiKaId })).toBe(1);
    expect(await found({ leiKaId: '1' })).toBe(0);
    expect(await found({ authorityKeys: [authority.id] })).toBe(1);
    expect(await found({ authorityKeys: ['other'] })).toBe(0);
    expect(await found({ text: ` ${title.de} ` })).toBe(1);
    expect(await found({ text: '  ' })).toBe(1);
    expect(await found({ text: 'Fischerei' })).toBe(0);
  });
  it('comes with the latest change first, and says when that was', async () => {
    const [first, second] = [await draft(), await draft(petra, 'fischereischein')];
    await set(first.id, { updatedAt: new Date('2026-01-02'), statusChanged: new Date('2026-01-01') });
    await set(second.id, { updatedAt: new Date('2026-01-03'), statusChanged: new Date('2026-01-01') });
    const rows = await list();
    expect(rows.map(({ id, statusChanged }) => [id, statusChanged])).toEqual([
      [second.id, '2026-01-03T00:00:00.000Z'],
      [first.id, '2026-01-02T00:00:00.000Z'],
    ]);
    await set(first.id, { status: 'COMPLETED' });
    expect((await list())[1]).toMatchObject({ statusChanged: '2026-01-01T00:00:00.000Z' });
  });
  it('tells its money: due, paid, to be returned and returned', async () => {
    const { id, transactionId } = await goToPay(server.context, petra);
    expect(await one()).toMatchObject({ feeDueCents: 6000, paidCents: 0, refundDueCents: 0 });
    server.report(transactionId, 'paid');
    await checkPayments(server.context, id);
    expect(await one()).toMatchObject({ feeDueCents: 0, paidCents: 6000 });
    expect(await one()).not.toHaveProperty('returned');
    await setFacts({ id }, { refundDueCents: 6000 });
    const { paymentId, ...payment } = await db()
      .selectFrom('payment')
      .select(['id as paymentId', 'processId', 'reference', 'endPointId', 'amountCents'])
      .executeTakeFirstOrThrow();
    await db()
      .insertInto('refund')
      .values({ paymentId, ...payment, transactionId, notedAt: new Date(), refundedAt: new Date() })
      .execute();
    expect(await one()).toHaveProperty('returned');
  });
  it('tells that its person has cancelled the last payment, and only that', async () => {
    const { id, transactionId } = await goToPay(server.context, petra);
    expect(await one()).not.toHaveProperty('paymentCancelled');
    server.report(transactionId, 'cancelled');
    await checkPayments(server.context, id);
    expect(await one()).toMatchObject({ status: 'PAYMENT_FAILURE', paymentCancelled: true });
    const second = await payAgain(server.context, petra, id);
    server.report(second.transactionId, 'failed');
    await checkPayments(server.context, id);
    expect(await one()).not.toHaveProperty('paymentCancelled');
  });
  it('of a form that is gone says so, and has no step', async () => {
    const row = await draft();
    expect(await one()).not.toHaveProperty('gone');
    without(row.metadataId);
    expect(await one()).toMatchObject({ gone: true, serviceName: expect.stringMatching(/./) });
  });
  it('that is being sent stays listed after its time, and tells of no e-mail', async () => {
    const row = await draft();
    server.context.mailer = {} as never;
    expect((await one()).mail).toMatchObject({ wanted: expect.any(Boolean) });
    await setFacts(row, { running: true });
    server.passDays(40);
    expect((await one()).mail).toBeNull();
    await setFacts(row, { running: false });
    expect(await list()).toEqual([]);
    server.context.mailer = null;
  });
});

describe('what a login of a lower level does not open', () => {
  const madeAt = (id: string, madeAtLevel: TrustLevel) => set(id, { madeAtLevel });

  it('is counted by the level it needs, drafts and sent ones apart', async () => {
    const low = await logIn(server.context, 'low', {}, null, 'low');
    const [one, other, third] = [await sent(low), await sent(low), await draft(low)];
    await madeAt(one.id, 'high');
    await madeAt(other.id, 'substantial');
    await setFacts(third, { running: true });
    await madeAt(third.id, 'high');
    const counts = () => countClosed(server.context, low);
    expect(await counts()).toEqual({
      drafts: { substantial: 0, high: 1 },
      sent: { substantial: 1, high: 1 },
    });
    const high = { ...low, identity: { ...low.identity, trustLevel: 'high' as const } };
    const none = { substantial: 0, high: 0 };
    expect(await countClosed(server.context, high)).toEqual({ drafts: none, sent: none });
    expect(await listDrafts(server.context, low, { locale: 'de' })).toEqual([]);
    expect(await listDrafts(server.context, high, { locale: 'de' })).toHaveLength(1);
    expect(await countClosed(server.context, petra)).toEqual({ drafts: none, sent: none });
  });
});

describe('what is kept of a person', () => {
  const kept = (by = petra, application?: string) =>
    keptOf(server.context, by, { locale: 'de', application });

  it('is counted, for them alone', async () => {
    const jan = await logIn(server.context, 'jan', {});
    await draft();
    const row = await sent();
    await sent(jan);
    expect((await kept()).counts).toMatchObject({
      ...{ drafts: 1, sent: 1, files: 6, payments: 0, mails: 0, handIns: 0 },
      ...{ handovers: 0, notes: 0, logins: 1 },
    });
    expect((await kept(petra, row.id)).chosen).toMatchObject({ id: row.id, why: null });
    expect((await kept(jan, row.id)).chosen).toBeNull();
    const { id } = await draft();
    expect((await kept(petra, id)).chosen).toBeNull();
  });
  it('names what stays, and the money that goes only with consent', async () => {
    const { id, transactionId } = await goToPay(server.context, petra);
    server.report(transactionId, 'paid');
    await checkPayments(server.context, id);
    await setFacts({ id }, { running: false });
    await set(id, { status: 'SUBMIT_FAILURE' });
    const row = await sent();
    await setFacts(row, { running: true });
    expect(await kept()).toMatchObject({ paidCents: 6000, stays: [{ id: row.id, why: 'sending' }] });
    expect((await kept(petra, row.id)).chosen).toMatchObject({ why: 'sending' });
  });
  it('is told to nobody without an account', async () => {
    await expect(kept(await nobodysSession(server.context))).rejects.toThrow('login-required');
  });
  it('says for how long the login is recent enough for a deletion', async () => {
    expect((await kept()).recentForMs).toBe(10 * 60_000);
    server.passDays(1);
    expect((await kept()).recentForMs).toBeNull();
  });
});

describe('a draft whose form is gone', () => {
  it('tells what it was, and its money', async () => {
    const row = await draft();
    await expect(assertHasForm(server.context, row)).resolves.toBeUndefined();
    without(row.metadataId);
    const left = async (present: ProcessRow) => {
      const refused = await assertHasForm(server.context, present).catch((error: unknown) => error);
      return refused as { code: string; details: object };
    };
    const { title, leiKaId } = content().metadata.get(row.metadataId)!;
    expect(await left(row)).toMatchObject({
      code: 'form-not-found',
      details: {
        left: { id: row.id, title, leiKaId, hasUser: true, paidCents: 0, refundDueCents: 0, isPaying: false },
      },
    });
    const paying = { ...row, status: 'PAYMENT_PENDING' as const };
    expect(await left(paying)).toMatchObject({ details: { left: { isPaying: true } } });
    const { content: present } = server.context;
    server.context.content = () => ({ ...present(), services: new Map() });
    expect(await left(row)).toMatchObject({ details: { left: { leiKaId: null } } });
  });
});

describe('a data conflict', () => {
  it('is shown to its owner with both values, what it is about, and who vouches', async () => {
    const { context } = server;
    const account = { givenName: 'Petra', familyName: 'Lindemann' };
    const eva = await logIn(context, 'eva', account);
    const { id } = await confirm(context, eva, await fillIn(context, eva, 'bewohnerparkausweis'));
    const row = await stored(context, id);
    const view = await conflictOf(context, eva, id, 'en');
    expect(view).toMatchObject({
      lang: 'en',
      version: row.version,
      hash: differencesHash(openDifferences(context, row)),
      source: { providerId: 'nkb', trustLevel: 'substantial' },
      differences: [
        { key: 'givenName', own: 'Łucja Zoë', account: 'Petra', locked: false },
        { key: 'familyName', own: 'Muñoz-Ḫasan', account: 'Lindemann', locked: false },
      ],
    });
    for (const { page, label } of view.differences) expect([page, label]).not.toContain('');
    expect((await conflictOf(context, eva, id, undefined)).lang).toBe('de');
    await expect(conflictOf(context, petra, id, 'de')).rejects.toThrow('not-found');
  });
});

describe('the report of a delivery', () => {
  const messageId = async () =>
    (await db().selectFrom('submission').select('messageId').executeTakeFirstOrThrow()).messageId;

  it('is its owner’s, with its steps and the hashes of its files', async () => {
    const row = await sent();
    const [file] = await db().selectFrom('file').select('id').execute();
    await db()
      .updateTable('submission')
      .set({ hashes: json({ [file!.id]: 'abc' }) as never })
      .execute();
    const step = { processId: row.id, step: 'CREATE_MESSAGE_ID', outcome: 'done' };
    await db()
      .insertInto('submissionStep')
      .values({ ...step, finishedAt: new Date('2026-01-01') } as never)
      .execute();
    expect(await transportReport(server.context, petra, await messageId())).toMatchObject({
      process: row.id,
      report: {
        externalIdType: 'fit-connect',
        externalId: row.id,
        steps: [{ ...{ step: 'CREATE_MESSAGE_ID', finishedAt: '2026-01-01T00:00:00.000Z' } }],
        attachments: [{ filename: expect.stringMatching(/^[a-z]+\.(pdf|jpg|png)$/), sha512: 'abc' }],
        events: [],
      },
    });
    const jan = await logIn(server.context, 'jan', {});
    await expect(transportReport(server.context, jan, await messageId())).rejects.toThrow('not-found');
    const unknown = '00000000-0000-4000-8000-000000000000';
    await expect(transportReport(server.context, petra, unknown)).rejects.toThrow('not-found');
    await db().updateTable('submission').set({ announcement: null, hashes: null }).execute();
    const { report } = await transportReport(server.context, petra, await messageId());
    expect(report).toMatchObject({ externalIdType: 'UNKNOWN', externalId: '', attachments: [] });
  });
});

describe('a sent application in the list', () => {
  const one = async () => (await listSent(server.context, petra, 'de'))[0]!;

  it('says how the notice comes, where that may be chosen', async () => {
    const row = await sent();
    const notice = async (facts: object) => {
      await setFacts(row, facts);
      return (await one()).notice;
    };
    expect(await notice({ noticeAllowed: false, notice: 'accepted', hasPostbox: true })).toBeNull();
    expect(await notice({ noticeAllowed: true, notice: 'accepted', hasPostbox: true })).toBe('postbox');
    expect(await notice({ noticeAllowed: true, notice: 'accepted', hasPostbox: false })).toBe('post');
    expect(await notice({ noticeAllowed: true, notice: 'declined', hasPostbox: true })).toBe('post');
  });
  it('tells the size of all its attachments together', async () => {
    await sent();
    const files = await db().selectFrom('file').select('size').where('kind', '=', 'upload').execute();
    expect(files.length).toBeGreaterThan(1);
    const size = files.reduce((sum, file) => sum + file.size, 0);
    expect((await one()).documents).toEqual([{ kind: 'attachment', size }]);
  });
});

describe('an application that is being sent', () => {
  it('tells what it waits for, and until when it is tried', async () => {
    const row = await draft();
    await recorded(server.context, (trx) => insertSubmission(server.context, trx, row.id, 'server'));
    await setFacts(row, { running: true });
    const retry = async (change: object) => {
      const { context } = await db().selectFrom('submission').select('context').executeTakeFirstOrThrow();
      await db()
        .updateTable('submission')
        .set({ context: json({ ...context, ...change }) })
        .execute();
      return JSON.stringify(await processView(server.context, await stored(server.context, row.id)));
    };
    const times = { nextTryAt: '2026-12-01T10:00:00.000Z', tryUntil: '2026-12-08T10:00:00.000Z' };
    expect(await retry({ tryUntil: null })).not.toContain(times.tryUntil);
    expect(await retry({ ...times, problem: 'PartnerUnavailable' })).toContain('partnerAway');
    for (const problem of ['SchemaNotOffered', 'DataUnfit'])
      expect(await retry({ ...times, problem })).toContain('notTaken');
  });
});

describe('for operators, a person', () => {
  it('is everything of them, whatever level it needs', async () => {
    const low = await logIn(server.context, 'low', {}, null, 'low');
    const [open, closed] = [await draft(low), await sent(low)];
    await set(closed.id, { madeAtLevel: 'high' });
    const goes = async (owner: Parameters<typeof judgeAll>[1]) =>
      (await judgeAll(server.context, owner, null)).goes.map(({ id }) => id);
    const { userId } = low as { userId: string };
    expect(await goes({ userId, identity: low.identity })).toEqual([open.id]);
    expect((await goes(wholePerson(userId))).sort()).toEqual([open.id, closed.id].sort());
  });
});
