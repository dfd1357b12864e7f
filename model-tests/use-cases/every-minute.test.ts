import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tend } from '#server/jobs/jobs.ts';
import { releaseLeases } from '#server/jobs/recovery.ts';
import { recorded } from '#server/journal/journal.ts';
import { queueMail } from '#server/mails/row.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { fillIn, goToPay, logIn, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
beforeAll(async () => {
  server = await openTestServer();
  server.context.mailer = {} as never;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  await db().deleteFrom('mail').execute();
  session = await logIn(server.context, 'petra', {});
});
const db = () => server.context.storage.db;

const handIn = (processId: string, about: object = {}) => ({
  ...{ id: randomUUID(), processId, number: 1, state: 'waiting' as const },
  context: json({ nextTryAt: server.context.now().toISOString() }) as never,
  ...{ documents: json([]) as never, announcement: null, sealed: null, leaseOwner: null, leaseUntil: null },
  ...{ locale: 'de' as const, createdAt: server.context.now(), deliveredAt: null, receiptId: null },
  ...about,
});

it('whatever has lost its job gets one, once', async () => {
  const { context } = server;
  const { id: paying, paymentId } = await goToPay(context, session);
  const { id } = await fillIn(context, session, 'hundesteuer');
  await recorded(context, async (trx) => {
    await insertSubmission(context, trx, id, 'server');
    const row = await stored({ ...context, storage: { ...context.storage, db: trx } }, paying);
    await queueMail(context, trx, row, { kind: 'notSent', recipient: 'petra@example.org' });
  });
  const [due, later, left] = [
    handIn(id),
    handIn(id, { number: 2, context: json({ nextTryAt: '9999-12-31T00:00:00.000Z' }) }),
    handIn(id, { number: 3, state: 'delivered', receiptDue: true }),
  ];
  await db().insertInto('handIn').values([due, later, left]).execute();
  const file = {
    processId: id,
    size: 1,
    mimeType: '',
    sha512: '',
    fieldPath: 'dangerProof',
    name: '' as never,
  };
  const files = (['quarantined', 'handInQuarantined'] as const).map((kind) => ({
    ...file,
    id: randomUUID(),
    kind,
  }));
  const createdAt = new Date(context.now().getTime() - 120_000);
  await db()
    .insertInto('file')
    .values(files.map((one) => ({ ...one, createdAt })))
    .execute();
  await server.loseJobs();
  for (let minutes = 0; minutes < 2; minutes += 1) await tend(context);
  const idsIn = async (queue: string, key: string) =>
    (await server.jobsOf(queue)).map((data) => (data as Record<string, string>)[key]).sort();
  const { id: mailId } = await db().selectFrom('mail').select('id').executeTakeFirstOrThrow();
  expect({
    payments: await idsIn('payment-check', 'paymentId'),
    submissions: await idsIn('submission', 'processId'),
    files: await idsIn('file-check', 'fileId'),
    handIns: await idsIn('hand-in', 'handInId'),
    mails: await idsIn('mail', 'mailId'),
  }).toEqual({
    payments: [paymentId],
    submissions: [id],
    files: files.map((one) => one.id).sort(),
    handIns: [due.id, left.id].sort(),
    mails: [mailId],
  });
});

it('a hand-in that a living worker has gets no job, and gets one when the embedded server starts again', async () => {
  const { context } = server;
  const { id } = await fillIn(context, session, 'hundesteuer');
  const held = handIn(id);
  await db().insertInto('handIn').values(held).execute();
  await sql`update hand_in set lease_owner = 'other', lease_until = now() + interval '1 hour'`.execute(db());
  await tend(context);
  expect(await server.jobsOf('hand-in')).toEqual([]);
  await releaseLeases(context);
  await tend(context);
  expect(await server.jobsOf('hand-in')).toEqual([{ handInId: held.id }]);
});

it('an application that is paid at the end of its time is sent, not erased', async () => {
  const { context } = server;
  const { id, transactionId } = await goToPay(context, session);
  const content = context.content();
  // Its form is away at the moment of the payment, so that nothing is sent then.
  context.content = () => ({ ...content, metadata: new Map() });
  server.report(transactionId, 'paid');
  await checkPayments(context, id);
  context.content = () => content;
  await db().updateTable('process').set({ availableUntil: context.now() }).where('id', '=', id).execute();
  await tend(context);
  expect((await stored(context, id)).context).toMatchObject({ running: true });
  expect(await server.jobsOf('submission')).toEqual([{ processId: id }]);
});

it('one of which a step has failed before the authority had it is left to its person', async () => {
  const { context } = server;
  const { id } = await fillIn(context, session, 'hundesteuer');
  const finishedAt = context.now();
  await recorded(context, (trx) => insertSubmission(context, trx, id, 'server'));
  await db()
    .insertInto('submissionStep')
    .values({ processId: id, step: 'GET_FILES', outcome: 'done', finishedAt })
    .execute();
  await db().updateTable('submission').set({ state: 'SUBMISSION_FAILURE' }).execute();
  await db().updateTable('process').set({ status: 'SUBMIT_FAILURE', statusChanged: finishedAt }).execute();
  server.passDays(0.1);
  await tend(context);
  expect(await server.jobsOf('submission')).toEqual([]);
});
