import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { chooseMails } from '#server/use-cases/choose-mails.ts';
import { copyPerson } from '#server/use-cases/copy-person.ts';
import { markSeen } from '#server/use-cases/mark-seen.ts';
import { remindOfDrafts } from '#server/use-cases/remind-of-drafts.ts';
import { removeSent } from '#server/use-cases/remove-sent.ts';
import { repeatApplication } from '#server/use-cases/repeat-application.ts';
import { listDrafts } from '#server/views/lists.ts';
import { processView } from '#server/views/process-view.ts';
import { sentHereOf } from '#server/views/sent-here.ts';
import { listSent, pageOfSent } from '#server/views/sent-list.ts';
import { snapshotOf } from '#server/views/snapshot.ts';
import { confirm, fillIn, goToPay, logIn, nobodysSession, send, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let petra: Session;
let jan: Session;
let nobody: Session;
beforeAll(async () => {
  server = await openTestServer();
  server.context.examineFile = async ({ read }) => ({ kept: [[0, (await read()).length]] });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  server.context.mailer = null;
  petra = await logIn(server.context, 'petra', {});
  jan = await logIn(server.context, 'jan', {});
  nobody = await nobodysSession(server.context);
});

const db = () => server.context.storage.db;
const draft = (by: Session) => fillIn(server.context, by, 'hundesteuer');
const sent = async (by: Session) => send(server.context, by, await draft(by));
const exists = async (id: string) =>
  (await db().selectFrom('process').select('id').where('id', '=', id).execute()).length === 1;
/** The application was made at this level, which opening it needs from then on. */
const madeAt = (id: string, madeAtLevel: TrustLevel) =>
  db().updateTable('process').set({ madeAtLevel }).where('id', '=', id).execute();
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const page = (by: Session, text = '') => pageOfSent(server.context, by, { locale: 'de', text });
const ticketOf = async (id: string) =>
  (
    await db()
      .selectFrom('submission')
      .select('ticketNumber')
      .where('processId', '=', id)
      .executeTakeFirstOrThrow()
  ).ticketNumber;

describe('the list of drafts', () => {
  const listed = async (by: Session) => ids(await listDrafts(server.context, by, { locale: 'de' }));

  it('has those of the person, and nobody else’s', async () => {
    const { id } = await draft(petra);
    await draft(nobody);
    expect([await listed(petra), await listed(jan)]).toEqual([[id], []]);
  });
  it('has none whose time is over, and none without an account', async () => {
    await draft(petra);
    server.passDays(400);
    expect(await listed(petra)).toEqual([]);
    await expect(listed(nobody)).rejects.toThrow('login-required');
  });
  it('has none that needs a higher level than the login’s', async () => {
    const { id } = await fillIn(server.context, petra, 'meldebescheinigung');
    expect(await listed(petra)).toEqual([id]);
    expect(await listed(await logIn(server.context, 'petra', {}, null, 'low'))).toEqual([]);
  });
});

describe('the list of sent applications', () => {
  it('has those of the person, and nobody else’s, also not by the ticket number', async () => {
    const { id } = await sent(petra);
    const ticket = await ticketOf(id);
    expect(ids(await listSent(server.context, petra, 'de'))).toEqual([id]);
    expect(ids((await page(petra, ticket)).entries)).toEqual([id]);
    expect(await listSent(server.context, jan, 'de')).toEqual([]);
    expect((await page(jan, ticket)).entries).toEqual([]);
  });
  it('has none that needs a higher level than the login’s, also not by the ticket number', async () => {
    const { id } = await sent(petra);
    const ticket = await ticketOf(id);
    await madeAt(id, 'high');
    expect(await listSent(server.context, petra, 'de')).toEqual([]);
    expect((await page(petra, ticket)).entries).toEqual([]);
    const higher = await logIn(server.context, 'petra', {}, null, 'high');
    expect(ids((await page(higher, ticket)).entries)).toEqual([id]);
  });
  it('has news for the person alone, until they have seen just these', async () => {
    const { id } = await sent(petra);
    const unseen = {
      unseenSince: server.context.now(),
      unseenBy: petra.userId,
      sentState: 'successfullySubmitted' as const,
    };
    await db().updateTable('submission').set(unseen).execute();
    expect([ids((await page(petra)).news), (await page(jan)).news]).toEqual([[id], []]);
    await markSeen(server.context, petra, id, { status: 'UNKNOWN' });
    expect(ids((await page(petra)).news)).toEqual([id]);
    const { status } = (await page(petra)).news[0]!;
    await expect(markSeen(server.context, jan, id, { status })).rejects.toThrow('not-found');
    await markSeen(server.context, petra, id, { status });
    expect((await page(petra)).news).toEqual([]);
    expect(await db().selectFrom('submission').select(['unseenSince', 'unseenBy']).execute()).toEqual([
      { unseenSince: null, unseenBy: null },
    ]);
  });
  it('offers documents as long as they are kept, and none that says that a rejected one has arrived', async () => {
    await send(server.context, petra, await fillIn(server.context, petra, 'fischereischein'));
    const offered = async () =>
      (await listSent(server.context, petra, 'de'))[0]!.documents.map(({ kind }) => kind);
    expect(await offered()).toEqual(['attachment']);
    await db()
      .updateTable('file')
      .set({ kind: 'receipt' })
      .where('id', 'in', db().selectFrom('file').select('id').limit(1))
      .execute();
    expect(await offered()).toContain('receipt');
    await db().updateTable('submission').set({ sentState: 'processingError' }).execute();
    expect(await offered()).not.toContain('receipt');
    server.passDays(8);
    expect(await offered()).toEqual([]);
  });
});

it('what was sent without an account is shown in its session alone', async () => {
  const { id } = await sent(nobody);
  await sent(petra);
  const other = await nobodysSession(server.context);
  const here = async (session: Session) => ids(await sentHereOf(server.context, session));
  expect([await here(nobody), await here(other), await here(petra)]).toEqual([[id], [], []]);
});

describe('a sent application that its person removes', () => {
  it('is gone, and that is recorded', async () => {
    const { id } = await sent(petra);
    await expect(removeSent(server.context, jan, id)).rejects.toThrow('not-found');
    await removeSent(server.context, petra, id);
    expect(await exists(id)).toBe(false);
    expect(server.recorded()).toMatchObject([{ event: 'deletion', what: 'sent', reason: 'asked-for' }]);
  });
  it.each<[string, (row: ProcessRow) => Promise<unknown>, string]>([
    ['while it waits for a delivery', ({ id }) => handInOf(id), 'still-under-way'],
    [
      'while it is no sent one',
      ({ id }) => db().updateTable('process').set({ status: 'COMPLETED' }).where('id', '=', id).execute(),
      'status-conflict',
    ],
  ])('stays %s', async (_, change, refusal) => {
    const row = await sent(petra);
    await change(row);
    await expect(removeSent(server.context, petra, row.id)).rejects.toThrow(refusal);
    expect([await exists(row.id), server.recorded()]).toEqual([true, []]);
  });
  it('stays without an account, and ends with its session', async () => {
    const { id } = await sent(nobody);
    await expect(removeSent(server.context, nobody, id)).rejects.toThrow('login-required');
    expect(await exists(id)).toBe(true);
  });
  const handInOf = (processId: string) =>
    db()
      .insertInto('handIn')
      .values({
        ...{
          id: processId,
          processId,
          number: 1,
          state: 'waiting' as const,
          context: '{}' as never,
          documents: '[]' as never,
        },
        ...{ announcement: null, sealed: null, leaseOwner: null, leaseUntil: null, locale: 'de' as const },
        ...{ createdAt: server.context.now(), deliveredAt: null, receiptId: null },
      })
      .execute();
});

it('a copy of everything needs a login of the last minutes', async () => {
  await draft(petra);
  expect((await copyPerson(server.context, petra, 'de')).applications).toBe(1);
  server.passDays(0.01);
  await expect(copyPerson(server.context, petra, 'de')).rejects.toThrow('login-not-recent');
  await expect(copyPerson(server.context, nobody, 'de')).rejects.toThrow('login-required');
});

it('e-mails that a person wants no more are dropped, with the address', async () => {
  const { id } = await draft(petra);
  await db()
    .updateTable('process')
    .set({ wantsMails: true, mailTo: '{}' as never })
    .execute();
  await chooseMails(server.context, petra, id, false);
  expect(await stored(server.context, id)).toMatchObject({ wantsMails: false, mailTo: null });
});

describe('an e-mail before the deletion of a draft', () => {
  const remind = async (change: object) => {
    const { id } = await draft(petra);
    const now = server.context.now();
    await db()
      .updateTable('process')
      .set({ wantsMails: true, availableUntil: new Date(now.getTime() + 86_400_000), ...change })
      .execute();
    server.context.mailer = {} as never;
    server.passDays(0.5);
    await remindOfDrafts(server.context);
    await remindOfDrafts(server.context);
    return db().selectFrom('mail').select('kind').where('processId', '=', id).execute();
  };
  const longAgo = new Date(Date.now() - 30 * 86_400_000);

  it('is due once', async () => {
    expect(await remind({ updatedAt: longAgo })).toEqual([{ kind: 'draftEnds' }]);
  });
  it.each([
    ['who wants none', { updatedAt: longAgo, wantsMails: false }],
    ['who has just worked on it', {}],
  ])('is not sent to somebody %s', async (_, change) => {
    expect(await remind(change)).toEqual([]);
  });
});

describe('an application', () => {
  it('is shown to its owner alone, with its summary', async () => {
    const { id } = await draft(petra);
    expect((await snapshotOf(server.context, petra, id, 'de')).hash).not.toBeNull();
    for (const other of [jan, nobody])
      await expect(snapshotOf(server.context, other, id, 'de')).rejects.toThrow('not-found');
  });
  it('leads to the page of the provider only while the payment waits', async () => {
    const { id, paymentId } = await goToPay(server.context, nobody);
    const urlOf = async () =>
      (await processView(server.context, await stored(server.context, id))).payment?.redirectUrl;
    expect(await urlOf()).toBe('https://pay.example/page');
    await db().updateTable('payment').set({ state: 'superseded' }).where('id', '=', paymentId).execute();
    expect(await urlOf()).toBeNull();
  });
  it('tells of no payment where nothing was paid', async () => {
    const row = await sent(nobody);
    expect((await processView(server.context, row)).result?.paymentAmount).toBeNull();
  });
  it('keeps what the account proved when it was confirmed, whatever the account says later', async () => {
    const row = await confirm(server.context, petra, await draft(petra));
    const before = await snapshotOf(server.context, petra, row.id, 'de');
    await db().updateTable('process').set({ account: null }).execute();
    expect((await snapshotOf(server.context, petra, row.id, 'de')).source).toEqual(before.source);
  });
});

describe('a sent application that is begun once more', () => {
  const repeat = (by: Session, id: string) =>
    repeatApplication(server.context, by, id, { locale: 'de', counted: false, caller: 'caller' });

  it('is a draft with its answers and files, which no window has written', async () => {
    const { id } = await sent(petra);
    const window = { window: 'aaaaaaaa-0000-4000-8000-000000000000' };
    const { row, files } = await repeat({ ...petra, window }, id);
    expect(row.data).toMatchObject({ dogName: 'Ørsted' });
    expect([row.id === id, files > 0, row.writtenBy]).toEqual([false, true, null]);
    expect(await exists(id)).toBe(true);
  });
  it('is only one that was sent, of the person, and still whole', async () => {
    await expect(repeat(petra, (await draft(petra)).id)).rejects.toThrow('status-conflict');
    const { id } = await sent(petra);
    await expect(repeat(jan, id)).rejects.toThrow('not-found');
    server.passDays(8);
    await expect(repeat(petra, id)).rejects.toThrow('answers-erased');
  });
});
