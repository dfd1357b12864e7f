import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Move } from '#domain/journal.ts';
import { submissionSteps } from '#domain/submission-step.ts';
import { note, recorded } from '#server/journal/journal.ts';
import { checkJournal } from '#server/journal-check/check-journal.ts';
import type { Session } from '#server/sessions/session.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { moveSubmission, submissionOf } from '#server/submission/row.ts';
import { changeData } from '#server/use-cases/change-data.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { actByItself } from '#server/workflow/act.ts';
import { fillIn, goToPay, nobodysSession, payAgain, stored } from './applications.ts';
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
async function checked() {
  const lines: string[] = [];
  const isGood = await checkJournal(db(), (line) => void lines.push(line));
  return { isGood, lines };
}
/** Returns what is told of the only application, each with its law. */
async function breaches(): Promise<string[]> {
  const { isGood, lines } = await checked();
  expect([isGood, lines.at(-2)]).toEqual([false, expect.stringMatching(/^1 applications with \d+ entries/)]);
  return lines.slice(0, -2).map((line) => line.slice(line.indexOf('  ') + 2));
}
const moved = (processId: string, move: Omit<Move, 'processId' | 'attempt' | 'by'> & Partial<Move>) =>
  recorded(server.context, (trx) =>
    note(server.context, trx, { processId, attempt: null, by: 'server', ...move }),
  );

/** A payment that failed, was repeated and paid, and an application that was sent after it. */
async function sent() {
  const { context } = server;
  const { id, transactionId: first } = await goToPay(context, session);
  server.report(first, 'failed');
  await checkPayments(context, id);
  const { transactionId } = await payAgain(context, session, id);
  server.report(transactionId, 'paid');
  await checkPayments(context, id);
  server.report(first, 'paid');
  await checkPayments(context, id);
  for (const step of submissionSteps) await finish(id, step);
  return id;
}

/** Finishes a step, as its worker would. */
const finish = (id: string, step: (typeof submissionSteps)[number]) =>
  actByItself(server.context, id, 'server', async ({ trx, move }) => {
    const row = await submissionOf(server.context, trx, id);
    await moveSubmission(
      server.context,
      trx,
      row!,
      { type: 'step.finished', step, outcome: 'done' },
      'server',
    );
    if (step === 'SAVE_SUBMISSION') await move({ type: 'submission.completed' });
  });
const delivering = {
  machine: 'submission',
  event: 'step.finished',
  from: 'SUBMIT_DATA_TO_AUTHORITY',
  to: 'SUBMIT_DATA_TO_POSTBOX',
  rule: 'SUB-F01',
} as const;
const ticketOf = async () =>
  (await db().selectFrom('submission').select('ticketNumber').executeTakeFirstOrThrow()).ticketNumber;

it('finds nothing in what the server has done itself', async () => {
  const { isGood, lines } = await checked();
  expect([isGood, lines]).toEqual([
    true,
    ['0 applications with 0 entries were checked', 'all of them keep the laws'],
  ]);
  await sent();
  await fillIn(server.context, session, 'hundesteuer');
  expect(await checked()).toEqual({
    isGood: true,
    lines: [expect.stringMatching(/^2 applications with \d\d entries/), 'all of them keep the laws'],
  });
});

it('names an application by its ticket number, without anything of its person', async () => {
  const id = await sent();
  await moved(id, delivering);
  const [line = ''] = (await checked()).lines;
  expect(line.startsWith(`${await ticketOf()}  order: submission: SUBMIT_DATA_TO_AUTHORITY –`)).toBe(true);
  expect(line).not.toContain(id);
});

it('reads all applications, in batches', async () => {
  const rows = Array.from({ length: 250 }, () => processRow(server.context.now()));
  await db().insertInto('process').values(rows).execute();
  expect((await checked()).lines[0]).toBe('250 applications with 0 entries were checked');
});

describe('tells of a journal with', () => {
  it('a move that is not drawn', async () => {
    const { id } = await fillIn(server.context, session, 'hundesteuer');
    await moved(id, {
      machine: 'process',
      event: 'submission.completed',
      from: 'EDITING',
      to: 'SUBMITTED',
      rule: 'PROC-17',
    });
    await db().updateTable('process').set({ status: 'SUBMITTED' }).execute();
    expect(await breaches()).toContain(
      'order: process: EDITING –submission.completed→ SUBMITTED is no move of this machine',
    );
  });

  it('a move from elsewhere than where it was', async () => {
    const id = await sent();
    await moved(id, {
      machine: 'payment',
      attempt: 2,
      event: 'provider.reportedPaid',
      from: 'pending',
      to: 'paid',
      rule: 'PAY-05',
    });
    expect(await breaches()).toEqual([
      'order: payment 2: pending –provider.reportedPaid→ paid although it was in paid',
    ]);
  });

  it('a second beginning', async () => {
    const { id } = await fillIn(server.context, session, 'hundesteuer');
    await moved(id, { machine: 'process', event: null, from: null, to: 'CREATED', rule: null });
    expect(await breaches()).toContain('order: process: begins in CREATED a second time');
  });

  it('a change of the data while it is being sent', async () => {
    const { id, transactionId } = await goToPay(server.context, session);
    server.report(transactionId, 'paid');
    await checkPayments(server.context, id);
    await moved(id, {
      machine: 'process',
      event: 'submission.requested',
      from: 'PAID',
      to: 'PAID',
      rule: 'PROC-44',
    });
    expect(await breaches()).toEqual([
      'order: process: PAID –submission.requested→ PAID is forbidden by what happened before',
    ]);
  });

  it('a submission that went on at another step', async () => {
    const { id, transactionId } = await goToPay(server.context, session);
    server.report(transactionId, 'paid');
    await checkPayments(server.context, id);
    await moved(id, {
      machine: 'submission',
      event: 'step.failed',
      from: 'GET_FILES',
      to: 'SUBMISSION_FAILURE',
      rule: 'SUB-E01',
    });
    await moved(id, {
      machine: 'submission',
      event: 'submission.repeated',
      from: 'SUBMISSION_FAILURE',
      to: 'SEAL_DATA',
      rule: 'SUB-R01',
    });
    expect(await breaches()).toContain(
      'order: submission: SUBMISSION_FAILURE –submission.repeated→ SEAL_DATA is forbidden by what happened before',
    );
  });

  it('two deliveries', async () => {
    const id = await sent();
    await moved(id, delivering);
    expect(await breaches()).toContain('delivery: delivered 2 times');
  });

  it('money that nobody has on record', async () => {
    const { id, transactionId } = await goToPay(server.context, session);
    server.report(transactionId, 'failed');
    await checkPayments(server.context, id);
    const { version, data } = await stored(server.context, id);
    await changeData(server.context, session, id, {
      version,
      data: { ...data, duration: 'one' },
      page: null,
    });
    server.report(transactionId, 'paid');
    await checkPayments(server.context, id);
    expect((await checked()).isGood).toBe(true);
    await sql`delete from refund`.execute(db());
    await sql`update process set context = context || '{"paidCents": 0}'`.execute(db());
    expect(await breaches()).toEqual([
      'money: money came in that neither pays the fee nor is to be returned',
    ]);
  });

  it('money to be returned that never came', async () => {
    await sent();
    await sql`update process set context = context || '{"paidCents": 12000}'`.execute(db());
    expect(await breaches()).toEqual(['money: more money pays the fee, or is to be returned, than came in']);
  });

  it('an end that nobody was told: a submission that failed', async () => {
    const { id, transactionId } = await goToPay(server.context, session);
    server.report(transactionId, 'paid');
    await checkPayments(server.context, id);
    await recorded(server.context, async (trx) => {
      const row = await submissionOf(server.context, trx, id);
      const failed = { type: 'step.failed', step: 'GET_FILES', problem: 'Error' } as const;
      await moveSubmission(server.context, trx, row!, failed, 'server');
    });
    expect(await breaches()).toEqual([
      'end: SUBMISSION_FAILURE, but its person is told that it is being sent',
    ]);
  });

  it('an end that nobody was told: a payment that failed', async () => {
    const { id } = await goToPay(server.context, session);
    await moved(id, {
      machine: 'payment',
      attempt: 1,
      event: 'provider.reportedFailed',
      from: 'pending',
      to: 'failed',
      rule: 'PAY-06',
    });
    await db().updateTable('payment').set({ state: 'failed' }).execute();
    expect(await breaches()).toEqual(['end: the payment has failed, but its person is told that it is open']);
  });

  it('an end that was told and is none: a payment that can still be made', async () => {
    const { id } = await goToPay(server.context, session);
    await moved(id, {
      machine: 'process',
      event: 'payment.cancelled',
      from: 'PAYMENT_PENDING',
      to: 'PAYMENT_FAILURE',
      rule: 'PROC-35',
    });
    await db().updateTable('process').set({ status: 'PAYMENT_FAILURE' }).execute();
    expect(await breaches()).toEqual(['end: the payment is open, but its person is told that it has failed']);
  });

  it('another state than the stored one', async () => {
    await fillIn(server.context, session, 'hundesteuer');
    await db().updateTable('process').set({ status: 'COMPLETED' }).execute();
    expect(await breaches()).toEqual([
      'place: process: CREATED –form.progressed→ EDITING, but it is stored as COMPLETED',
    ]);
  });
});
