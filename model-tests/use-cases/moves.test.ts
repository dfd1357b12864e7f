import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { recorded } from '#server/journal/journal.ts';
import { lockProcess, type ProcessRow } from '#server/processes/row.ts';
import { sealProcess } from '#server/processes/sealed-row.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { startApplication } from '#server/use-cases/start-application.ts';
import { compareAll } from '#server/workflow/compare.ts';
import { confirm, fillIn, goToPay, KIEL, logIn, nobodysSession, offerOf, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

/** Steps that follow a move of an application by themselves, in its transaction. */

let server: TestServer;
let nobody: Session;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  for (const table of ['mail', 'journal'] as const) await db().deleteFrom(table).execute();
  server.context.mailer = null;
  nobody = await nobodysSession(server.context);
});

const db = () => server.context.storage.db;
const change = (by: Session, row: ProcessRow, data: object) =>
  changeData(server.context, by, row.id, {
    version: row.version,
    data: { ...row.data, ...data },
    page: null,
  });
const set = ({ id }: { id: string }, values: object) =>
  db().updateTable('process').set(values).where('id', '=', id).execute();

describe('money for an application', () => {
  const paid = async () => {
    const { id, transactionId } = await goToPay(server.context, nobody);
    server.report(transactionId, 'paid');
    await checkPayments(server.context, id);
    return stored(server.context, id);
  };
  const mails = () => db().selectFrom('mail').select(['kind', 'occasion', 'context']).execute();

  it('sends it by itself', async () => {
    const row = await paid();
    expect(row.context).toMatchObject({ paidCents: 6000, running: true });
    expect(await server.jobsOf('submission')).toEqual([{ processId: row.id }]);
    expect(await mails()).toEqual([]);
  });
  it('that is no more what was confirmed stays on record, and its person is told after an hour', async () => {
    server.context.mailer = {} as never;
    const { id, transactionId } = await goToPay(server.context, nobody);
    const mailTo = await recorded(server.context, async (trx) => {
      const row = (await lockProcess(server.context, trx, id))!;
      return (await sealProcess(server.context, trx, row, { mailTo: 'petra@example.org' })).mailTo;
    });
    await set({ id }, { confirmedHash: 'x', wantsMails: true, mailTo });
    server.report(transactionId, 'paid');
    await checkPayments(server.context, id);
    expect((await stored(server.context, id)).context).toMatchObject({ paidCents: 6000, running: false });
    expect(await server.jobsOf('submission')).toEqual([]);
    const nextTryAt = new Date(server.context.now().getTime() + 3_600_000).toISOString();
    expect(await mails()).toMatchObject([{ kind: 'notSent', occasion: 'paid', context: { nextTryAt } }]);
  });
});

describe('a data conflict', () => {
  const account = { givenName: 'Petra', familyName: 'Lindemann' };
  const compared = (row: ProcessRow) =>
    recorded(server.context, (trx) => compareAll(server.context, trx, row));
  const failed = async () => {
    const petra = await logIn(server.context, 'petra', account);
    const row = await fillIn(server.context, petra, 'bewohnerparkausweis');
    const facts = json({ ...(row.context as object), running: false, conflictOpen: false });
    await set(row, { status: 'SUBMIT_FAILURE', context: facts });
    return stored(server.context, row.id);
  };

  it('is found where the sending has failed, by the server', async () => {
    const row = await failed();
    expect((await compared(row)).context).toMatchObject({ conflictOpen: true });
    const found = await db()
      .selectFrom('journal')
      .select('mover')
      .where('event', '=', 'conflict.found')
      .execute();
    expect(found).toEqual([{ mover: 'server' }]);
  });
  it('that is open stays so until the last difference is gone', async () => {
    const { context } = server;
    const petra = await logIn(context, 'petra', account);
    const { id } = await confirm(context, petra, await fillIn(context, petra, 'bewohnerparkausweis'));
    const isOpen = async (data: object) =>
      ((await change(petra, await stored(context, id), data)).context as { conflictOpen: boolean })
        .conflictOpen;
    expect((await stored(context, id)).context).toMatchObject({ conflictOpen: true });
    expect(await isOpen({ givenName: account.givenName })).toBe(true);
    expect(await isOpen({ familyName: account.familyName })).toBe(false);
  });
  it('is none once the authority has the application: nothing of it could change', async () => {
    const row = await failed();
    await recorded(server.context, (trx) => insertSubmission(server.context, trx, row.id, 'server'));
    const step = { processId: row.id, step: 'SUBMIT_DATA_TO_AUTHORITY', outcome: 'done' };
    await db()
      .insertInto('submissionStep')
      .values({ ...step, finishedAt: new Date() } as never)
      .execute();
    expect((await compared(row)).context).toMatchObject({ conflictOpen: false });
  });
});

it('a step of an application is counted once, and only where that may be', async () => {
  const step = vi.fn();
  const { counts } = server.context;
  server.context.counts = { ...counts, step };
  const { metadataId } = offerOf(server.context, 'hundesteuer');
  for (const counted of [true, false]) {
    const start = { metadataId, area: KIEL, locale: 'de', counted } as const;
    let row = await startApplication(server.context, nobody, start);
    step.mockClear();
    for (const dogName of ['Bello', 'Hasso']) row = await change(nobody, row, { dogName });
    expect(step.mock.calls).toEqual(counted ? [[metadataId, 'EDITING']] : []);
  }
  server.context.counts = counts;
});

describe('who acts', () => {
  it('on an application of nobody gives it the level of their login, and not yet their name', async () => {
    const row = await fillIn(server.context, nobody, 'hundesteuer');
    expect(row).toMatchObject({ applicant: null, madeAtLevel: null });
    const petra = await logIn(server.context, 'petra', {}, nobody);
    await change(petra, row, { dogName: 'Bello' });
    expect(await stored(server.context, row.id)).toMatchObject({
      ...{ applicant: null, madeAtLevel: 'substantial', userId: null },
    });
  });
  it('on an application of their account gives it their name, as long as it was not to be sent', async () => {
    const petra = await logIn(server.context, 'petra', {});
    const row = await fillIn(server.context, petra, 'hundesteuer');
    expect(row.applicant).toMatchObject({ name: 'petra' });
    const renamed = { ...petra, identity: { ...petra.identity, name: 'Petra L.' } };
    const changed = await change(renamed, row, { dogName: 'Bello' });
    expect(changed.applicant).toMatchObject({ name: 'Petra L.' });
  });
});
