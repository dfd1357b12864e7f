import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { changePlace } from '#server/use-cases/change-place.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { holdEditing } from '#server/use-cases/edit-in-window.ts';
import { requestSubmission } from '#server/use-cases/request-submission.ts';
import { restoreAnswers } from '#server/use-cases/restore-answers.ts';
import { saveAnswers } from '#server/use-cases/save-answers.ts';
import { startPayment } from '#server/use-cases/start-payment.ts';
import { takeOver } from '#server/use-cases/take-over.ts';
import { confirm, fillIn, goToPay, KIEL, logIn, nobodysSession, offerOf, stored } from './applications.ts';
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
const change = (row: ProcessRow, data = {}, by = session) =>
  changeData(server.context, by, row.id, {
    ...{ version: row.version, data: { ...row.data, ...data }, page: null },
  });
const dogTax = () => fillIn(server.context, session, 'hundesteuer');
const filesOf = (id: string) => db().selectFrom('file').select('id').where('processId', '=', id).execute();

describe('a save', () => {
  it('of an earlier version is refused, and changes nothing', async () => {
    const row = await dogTax();
    await change(row, { dogName: 'Bello' });
    await expect(change(row, { dogName: 'Hasso' })).rejects.toThrow('version-conflict');
    expect((await stored(server.context, row.id)).data).toMatchObject({ dogName: 'Bello' });
  });
  it('of another window than the one that edits is refused', async () => {
    const row = await dogTax();
    const [here, there] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
    const asking = { window: here!, gone: new AbortController().signal, waits: false };
    await holdEditing(server.context, session, row.id, asking);
    await expect(change(row, {}, { ...session, window: { window: there! } })).rejects.toThrow(
      'edited-elsewhere',
    );
    await change(row, { dogName: 'Bello' }, { ...session, window: { window: here! } });
    expect((await stored(server.context, row.id)).writtenBy).toBe(here);
  });
  it('after the confirmation takes back everything that was confirmed', async () => {
    const row = await confirm(server.context, session, await dogTax());
    expect(row.statements).not.toBeNull();
    const changed = await change(row, { dogName: 'Bello' });
    const { status, confirmedHash, confirmedAt, statements, proven, confirmingLogin } = await stored(
      server.context,
      changed.id,
    );
    expect(status).toBe('EDITING');
    expect([confirmedHash, confirmedAt, statements, proven, confirmingLogin]).toEqual(Array(5).fill(null));
  });
  it('erases the files that the data names no more', async () => {
    const row = await dogTax();
    expect(await filesOf(row.id)).toHaveLength(3);
    await change(row, { reliefProof: [] });
    expect(await filesOf(row.id)).toHaveLength(1);
  });
  it('begins the time of a draft of an account anew', async () => {
    const petra = await logIn(server.context, 'petra', {});
    const row = await fillIn(server.context, petra, 'hundesteuer');
    server.passDays(1);
    await change(row, { dogName: 'Bello' }, petra);
    const { availableUntil } = await stored(server.context, row.id);
    expect(availableUntil.getTime() - row.availableUntil.getTime()).toBe(86_400_000);
  });
  it('after a failed payment asks the provider first: the money may have come', async () => {
    const { id, transactionId } = await goToPay(server.context, session);
    server.report(transactionId, 'failed');
    await checkPayments(server.context, id);
    server.report(transactionId, 'paid');
    await expect(change(await stored(server.context, id))).rejects.toThrow('conflict');
    expect((await stored(server.context, id)).context).toMatchObject({ paidCents: 6000, running: true });
  });
});

describe('a save after the sending has failed', () => {
  /** @param events of the delivery service, and what happens while it is asked */
  async function failed(events: string[], meanwhile: () => Promise<unknown> = async () => undefined) {
    const row = await confirm(server.context, session, await dogTax());
    const facts = json({ ...(row.context as object), running: false });
    await recorded(server.context, (trx) => insertSubmission(server.context, trx, row.id, 'server'));
    await db().updateTable('process').set({ status: 'SUBMIT_FAILURE', context: facts }).execute();
    const sealed = json({}) as never;
    await db()
      .updateTable('submission')
      .set({ state: 'SUBMISSION_FAILURE', sealed, announcement: sealed })
      .execute();
    await db()
      .updateTable('file')
      .set({ kind: 'receipt' })
      .where('id', 'in', db().selectFrom('file').select('id').limit(1))
      .execute();
    server.context.delivery = {
      events: async () => {
        await meanwhile();
        return { events: events.map((kind) => ({ kind })), rejected: 0 };
      },
    } as never;
    return stored(server.context, row.id);
  }
  const left = async () => ({
    submissions: (await db().selectFrom('submission').select('processId').execute()).length,
    receipts: (await db().selectFrom('file').select('id').where('kind', '=', 'receipt').execute()).length,
  });

  it('drops the submission and its documents', async () => {
    expect((await change(await failed(['create', 'delete']))).status).toBe('EDITING');
    expect(await left()).toEqual({ submissions: 0, receipts: 0 });
  });
  it('is refused when the authority has it after all', async () => {
    await expect(change(await failed(['create', 'submit']))).rejects.toThrow('status-conflict');
    expect(await left()).toEqual({ submissions: 1, receipts: 1 });
  });
  it('is refused when it was sent once more meanwhile', async () => {
    const row = await failed([], async () => {
      const { context } = await db().selectFrom('submission').select('context').executeTakeFirstOrThrow();
      await db()
        .updateTable('submission')
        .set({ context: json({ ...context, repeats: 1 }) })
        .execute();
    });
    await expect(change(row)).rejects.toThrow('status-conflict');
    expect(await left()).toEqual({ submissions: 1, receipts: 1 });
  });
});

describe('another place', () => {
  /** A place where the form is offered as well, by another authority. */
  const elsewhere = (form: string) => {
    const offers = [...server.context.content().metadata.values()];
    const other = offers.find(({ fmsFormId, areas }) => fmsFormId === form && !areas.includes(KIEL))!;
    return { area: other.areas[0]!, metadataId: other.metadataId };
  };
  const move = (id: string, area: string) => changePlace(server.context, session, id, { area });

  it('has its own offer, and the data stays', async () => {
    const row = await dogTax();
    const { area, metadataId } = elsewhere('hundesteuer');
    const moved = await move(row.id, area);
    expect(moved).toMatchObject({ areaKey: area, metadataId, version: row.version, data: row.data });
    expect((await stored(server.context, row.id)).offerId).not.toBe(row.offerId);
  });
  it('is one where the form is offered', async () => {
    const { id } = await dogTax();
    await expect(move(id, '999999999999')).rejects.toThrow('place-not-covered');
  });
  it('is none once a payment was begun: the money belongs to the authority here', async () => {
    const { id, transactionId } = await goToPay(server.context, session);
    server.report(transactionId, 'failed');
    await checkPayments(server.context, id);
    await change(await stored(server.context, id));
    const before = await stored(server.context, id);
    const { area } = elsewhere('fischereischein');
    await expect(move(id, area)).rejects.toThrow('status-conflict');
    expect(await stored(server.context, id)).toEqual(before);
  });
});

describe('the sending', () => {
  const ask = (id: string, by = session) => requestSubmission(server.context, by, id, {});

  it('begins with its job, for what was confirmed', async () => {
    const { id } = await confirm(server.context, session, await dogTax());
    expect((await ask(id)).context).toMatchObject({ running: true });
    expect(await server.jobsOf('submission')).toEqual([{ processId: id }]);
  });
  it('and a payment are refused for anything else than what was confirmed', async () => {
    const { id } = await confirm(server.context, session, await dogTax());
    await db()
      .updateTable('process')
      .set({ confirmedHash: 'x' as never })
      .where('id', '=', id)
      .execute();
    await expect(ask(id)).rejects.toThrow('summary-changed');
    const fee = await confirm(
      server.context,
      session,
      await fillIn(server.context, session, 'fischereischein'),
    );
    await db()
      .updateTable('process')
      .set({ confirmedHash: 'x' as never })
      .where('id', '=', fee.id)
      .execute();
    await expect(startPayment(server.context, session, fee.id, { version: fee.version })).rejects.toThrow(
      'summary-changed',
    );
    expect(await db().selectFrom('payment').select('id').execute()).toEqual([]);
  });
});

describe('a payment', () => {
  const attempts = () =>
    db().selectFrom('payment').select(['state', 'amountCents']).orderBy('attempt').execute();
  const provider = () => server.context.paymentProvider;

  it('of a fee that has changed before the provider heard of it is a new one', async () => {
    const { context } = server;
    const row = await confirm(context, session, await fillIn(context, session, 'fischereischein'));
    const real = provider();
    const away = async () => {
      throw new PartnerUnavailable('payment', '503');
    };
    context.paymentProvider = { ...real, start: away };
    await expect(startPayment(context, session, row.id, { version: row.version })).rejects.toThrow();
    context.paymentProvider = real;
    const changed = await change(await stored(context, row.id), { duration: 'one' });
    const { version } = await confirm(context, session, changed);
    await startPayment(context, session, row.id, { version });
    expect(await attempts()).toEqual([
      { state: 'superseded', amountCents: 6000 },
      { state: 'pending', amountCents: 2000 },
    ]);
  });
  it('that has ended at the provider meanwhile is settled at once', async () => {
    const { context } = server;
    const row = await confirm(context, session, await fillIn(context, session, 'fischereischein'));
    const real = provider();
    context.paymentProvider = {
      ...real,
      start: async (asked) => ({ ...(await real.start(asked)), state: 'paid', redirectUrl: null }),
    };
    const { redirectUrl } = await startPayment(context, session, row.id, { version: row.version });
    context.paymentProvider = real;
    expect([redirectUrl, await attempts()]).toEqual([null, [{ state: 'paid', amountCents: 6000 }]]);
  });
});

describe('an application without an account', () => {
  it('becomes the person’s who logs in, which is recorded', async () => {
    const { id } = await confirm(server.context, session, await dogTax());
    await expect(takeOver(server.context, session, id, {})).rejects.toThrow('login-required');
    const petra = await logIn(server.context, 'petra', {}, session);
    const taken = await takeOver(server.context, petra, id, {});
    expect([taken.userId, taken.applicant?.name]).toEqual([petra.userId, 'petra']);
    expect(server.recorded()).toMatchObject([{ event: 'take-over', process: id }]);
    await expect(change(taken)).rejects.toThrow('not-found');
  });
  it('is not confirmed by a login from before its confirmation', async () => {
    const petra = await logIn(server.context, 'petra', {}, session);
    const row = await fillIn(server.context, session, 'bewohnerparkausweis');
    server.passDays(0.001);
    const { id } = await confirm(server.context, session, row);
    const taken = await takeOver(server.context, petra, id, {});
    expect(taken.context).toMatchObject({ loginConfirmed: false });
  });
});

describe('answers that were saved as a file', () => {
  const save = (row: ProcessRow, by = session) => saveAnswers(server.context, by, row.id, 'de');
  const offer = () => offerOf(server.context, 'hundesteuer').metadataId;

  it('begin an application with them', async () => {
    const { file, code } = await save(await dogTax());
    const input = { file, code, metadataId: offer(), area: KIEL, locale: 'de', counted: false } as const;
    const { row, files } = await restoreAnswers(server.context, session, input);
    expect(row.data).toMatchObject({ dogName: 'Ørsted' });
    expect(files).toBeGreaterThan(0);
    await expect(restoreAnswers(server.context, session, { ...input, area: '010010000000' })).rejects.toThrow(
      'saved-answers-other',
    );
    await expect(
      restoreAnswers(server.context, session, { ...input, code: code.toLowerCase().replace(/./, 'z') }),
    ).rejects.toThrow();
  });
  it('are not those of an account, nor of somebody else', async () => {
    const petra = await logIn(server.context, 'petra', {});
    const row = await fillIn(server.context, petra, 'hundesteuer');
    await expect(save(row, petra)).rejects.toThrow('status-conflict');
    await expect(save(row)).rejects.toThrow('not-found');
  });
});
