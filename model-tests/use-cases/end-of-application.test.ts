import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runExpiry } from '#server/jobs/expiry.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { deleteDraft } from '#server/use-cases/delete-draft.ts';
import { expireApplication } from '#server/use-cases/expire-application.ts';
import { confirm, fillIn, goToPay, logIn, nobodysSession, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  session = await nobodysSession(server.context);
});

const db = () => server.context.storage.db;
const filesOf = (id: string) => db().selectFrom('file').select('id').where('processId', '=', id).execute();
const chunks = () => db().selectFrom('fileChunk').select('fileId').execute();
const exists = async (id: string) =>
  (await db().selectFrom('process').select('id').where('id', '=', id).execute()).length === 1;

/** Changes what is stored of an application, as its sending would. */
async function put(id: string, { status, facts }: { status: 'SUBMITTED' | 'SUBMIT_FAILURE'; facts: object }) {
  const { context } = await stored(server.context, id);
  await db()
    .updateTable('process')
    .set({ status, context: json({ ...(context as object), ...facts }) })
    .where('id', '=', id)
    .execute();
  return recorded(server.context, (trx) => insertSubmission(server.context, trx, id, 'server'));
}
const isDelivered = (id: string) =>
  db()
    .insertInto('submissionStep')
    .values({
      processId: id,
      step: 'SUBMIT_DATA_TO_AUTHORITY',
      outcome: 'done',
      finishedAt: server.context.now(),
    })
    .execute();

/** A hand-in that waits for its delivery. */
const waitingHandIn = (processId: string) => ({
  ...{ id: randomUUID(), processId, number: 1, state: 'waiting' as const, context: json({}) as never },
  ...{ documents: json([]) as never, announcement: null, sealed: null, leaseOwner: null, leaseUntil: null },
  ...{ locale: 'de' as const, createdAt: server.context.now(), deliveredAt: null, receiptId: null },
});

describe('an application that was sent from an account', () => {
  it('loses its data and documents first, and its entry later', async () => {
    const { context } = server;
    const person = await logIn(context, 'sends', { givenName: 'Petra' });
    const { id } = await confirm(context, person, await fillIn(context, person, 'bewohnerparkausweis'));
    expect((await filesOf(id)).length).toBeGreaterThan(0);
    await put(id, { status: 'SUBMITTED', facts: {} });
    const downloadsUntil = context.now();
    await db()
      .updateTable('submission')
      .set({
        submittedAt: context.now(),
        downloadsUntil,
        hashes: json({ file: 'c0ffee' }),
        recalled: json({ de: [], en: [] }) as never,
        listedUntil: new Date(downloadsUntil.getTime() + 86_400_000),
      })
      .where('processId', '=', id)
      .execute();
    await db().updateTable('process').set({ availableUntil: downloadsUntil }).where('id', '=', id).execute();

    await expireApplication(context, id);
    expect([await filesOf(id), await chunks()]).toEqual([[], []]);
    const row = await stored(context, id);
    expect([row.data, row.page, row.confirmedForm, row.account, row.applicant]).toEqual([
      {},
      null,
      null,
      null,
      null,
    ]);
    const submission = db().selectFrom('submission').select(['hashes', 'recalled']);
    expect(await submission.executeTakeFirst()).toEqual({ hashes: null, recalled: null });
    expect(await db().selectFrom('dataKey').select('id').where('id', '=', id).execute()).toEqual([]);
    expect(server.recorded()).toMatchObject([{ event: 'deletion', what: 'documents', reason: 'time-over' }]);

    await expireApplication(context, id);
    expect(await exists(id)).toBe(true);
    server.passDays(2);
    await expireApplication(context, id);
    expect(await exists(id)).toBe(false);
    expect(server.recorded()).toMatchObject([{ what: 'documents' }, { event: 'deletion', what: 'sent' }]);
  });
});

describe('where a draft ends', () => {
  /** A draft, and what is counted from now on. */
  async function draft(counted: boolean) {
    const step = vi.spyOn(server.context.counts, 'step').mockImplementation(() => undefined);
    const { id } = await fillIn(server.context, session, 'fischereischein');
    await sql`update process set counted = ${counted} where id = ${id}`.execute(db());
    const { metadataId, status } = await stored(server.context, id);
    step.mockClear();
    return { id, metadataId, status, ends: () => step.mock.calls };
  }
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is counted by its form: whether its person deleted it, or its time was over', async () => {
    const one = await draft(true);
    await deleteDraft(server.context, session, one.id, false);
    expect(one.ends()).toEqual([
      [one.metadataId, 'deleted'],
      [one.metadataId, `${one.status}/deleted`],
    ]);
    const other = await draft(true);
    server.passDays(400);
    await expireApplication(server.context, other.id);
    expect(other.ends()).toEqual([[other.metadataId, `${other.status}/expired`]]);
  });

  it('is not counted where the person does not want to be', async () => {
    const one = await draft(false);
    server.passDays(400);
    await expireApplication(server.context, one.id);
    expect(one.ends()).toEqual([]);
  });
});

describe('a draft whose time is over', () => {
  const expired = async (id: string) => {
    server.passDays(400);
    await expireApplication(server.context, id);
    return !(await exists(id));
  };

  it('is erased with its files', async () => {
    const { id } = await fillIn(server.context, session, 'fischereischein');
    expect(await chunks()).not.toEqual([]);
    expect(await expired(id)).toBe(true);
    expect(await chunks()).toEqual([]);
    expect(server.recorded()).toMatchObject([{ event: 'deletion', what: 'draft', reason: 'time-over' }]);
  });
  it.each([
    ['while it is being sent', { running: true }],
    ['when the authority has it', { running: false }],
  ])('stays %s', async (_, facts) => {
    const { id } = await confirm(
      server.context,
      session,
      await fillIn(server.context, session, 'hundesteuer'),
    );
    await put(id, { status: 'SUBMIT_FAILURE', facts });
    if (!facts.running) await isDelivered(id);
    expect(await expired(id)).toBe(false);
    expect((await stored(server.context, id)).data).toMatchObject({ dogName: 'Ørsted' });
  });
  it('stays when it has been continued since it was found', async () => {
    const { id } = await fillIn(server.context, session, 'hundesteuer');
    await expireApplication(server.context, id);
    expect(await exists(id)).toBe(true);
  });
  it('stays while what was handed in for it waits', async () => {
    const { context } = server;
    const { id } = await confirm(context, session, await fillIn(context, session, 'hundesteuer'));
    await put(id, { status: 'SUBMITTED', facts: {} });
    await db().insertInto('handIn').values(waitingHandIn(id)).execute();
    expect(await expired(id)).toBe(false);
    await db().updateTable('handIn').set({ state: 'delivered' }).execute();
    await expireApplication(context, id);
    expect(await exists(id)).toBe(false);
  });
  it('waits for a payment as long as the provider is asked about it', async () => {
    const { context } = server;
    const { id } = await goToPay(context, session);
    server.passDays(400);
    await db()
      .updateTable('payment')
      .set({ askedUntil: new Date(context.now().getTime() + 1000) })
      .where('processId', '=', id)
      .execute();
    await runExpiry(context);
    expect(await exists(id)).toBe(true);
    server.passDays(1);
    await runExpiry(context);
    expect(await exists(id)).toBe(false);
  });
});

describe('a draft that its person deletes', () => {
  it('is gone with its files, and that is recorded', async () => {
    const { id } = await fillIn(server.context, session, 'fischereischein');
    await deleteDraft(server.context, session, id, false);
    expect([await exists(id), await chunks()]).toEqual([false, []]);
    expect(server.recorded()).toMatchObject([{ event: 'deletion', what: 'draft', reason: 'asked-for' }]);
  });
  it('is not deleted by anybody else', async () => {
    const { id } = await fillIn(server.context, session, 'hundesteuer');
    const other = await nobodysSession(server.context);
    await expect(deleteDraft(server.context, other, id, true)).rejects.toThrow('not-found');
    expect([await exists(id), server.recorded()]).toEqual([true, []]);
  });
  it('is none any more once the authority has it', async () => {
    const { context } = server;
    const { id } = await confirm(context, session, await fillIn(context, session, 'hundesteuer'));
    await put(id, { status: 'SUBMIT_FAILURE', facts: {} });
    await isDelivered(id);
    await expect(deleteDraft(context, session, id, true)).rejects.toThrow('status-conflict');
    expect([await exists(id), server.recorded()]).toEqual([true, []]);
  });
  it('that is paid is deleted with consent only, and its money is to be returned', async () => {
    const { context } = server;
    const { id, transactionId } = await goToPay(context, session);
    server.report(transactionId, 'cancelled');
    await checkPayments(context, id);
    const { version, data } = await stored(context, id);
    await changeData(context, session, id, { version, data, page: null });
    server.report(transactionId, 'paid');
    await checkPayments(context, id);
    await expect(deleteDraft(context, session, id, false)).rejects.toThrow('status-conflict');
    expect(await exists(id)).toBe(true);
    await deleteDraft(context, session, id, true);
    expect(
      await db().selectFrom('refund').select(['amountCents']).where('processId', '=', id).execute(),
    ).toEqual([{ amountCents: 6000 }]);
  });
});
