import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runExpiry } from '#server/jobs/expiry.ts';
import { recorded } from '#server/journal/journal.ts';
import { queueMail } from '#server/mails/row.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import type { TrailEntry } from '#server/trail/entries.ts';
import { reconcile } from '#server/use-cases/reconcile.ts';
import { takeOverTrail } from '#server/use-cases/take-over-trail.ts';
import { fillIn, goToPay, nobodysSession, stored } from './applications.ts';
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
  for (const table of ['mail', 'unreconciled', 'handIn'] as const) await db().deleteFrom(table).execute();
  session = await nobodysSession(server.context);
});

const db = () => server.context.storage.db;
const draft = async () => (await fillIn(server.context, session, 'hundesteuer')).id;
const ids = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();
type Kind = TrailEntry['event'] & ('payment' | 'announcement' | 'delivery' | 'handIn' | 'mail');

/** Notes what is to be asked, or with facts what the trail knows. */
const note = (kind: Kind | 'status', id: string, facts: object | null = null, at = server.context.now()) =>
  db()
    .insertInto('unreconciled')
    .values({
      kind,
      id,
      facts: facts && json({ ...facts, event: kind, at: at.toISOString() }),
      notedAt: server.context.now(),
    })
    .execute();
const left = () => db().selectFrom('unreconciled').select(['kind', 'id']).orderBy('kind').execute();

const announcement = (submissionId = 'known') => ({ kind: 'FIT_CONNECT', submissionId, caseId: 'case' });
const delivery = (process: string) => ({
  process,
  ...{ messageId: randomUUID(), ticketNumber: 'SP-AAAA-BBBB-CCCC', announcement: announcement() },
  seal: { destinationId: 'kiel', authenticationTags: { metadata: 'm', data: 'd', attachments: {} } },
});
const submissionOf = (id: string) =>
  db().selectFrom('submission').selectAll().where('processId', '=', id).executeTakeFirst();

describe('what the trail knows of an application that a restore has made a draft again', () => {
  it('makes it a sent one, which is not sent again, and whose status is asked for', async () => {
    const { context } = server;
    const id = await draft();
    const known = delivery(id);
    await note('delivery', id, known);
    await takeOverTrail(context);
    const { messageId, ticketNumber } = known;
    const now = context.now();
    expect(await submissionOf(id)).toMatchObject({
      ...{ messageId, ticketNumber, state: 'SUBMISSION_COMPLETED', announcement: announcement() },
      ...{ submittedAt: now, downloadsUntil: now },
    });
    expect((await stored(context, id)).status).toBe('SUBMITTED');
    const steps = await db().selectFrom('submissionStep').select('step').execute();
    expect(steps).toEqual([{ step: 'SUBMIT_DATA_TO_AUTHORITY' }]);
    await reconcile(context);
    expect(await server.jobsOf('delivery-status')).toEqual([{ processId: id }]);
    expect(await left()).toEqual([]);
  });
  it('leaves one that is being sent to its end, under the numbers that the authority has', async () => {
    const { context } = server;
    const id = await draft();
    await recorded(context, (trx) => insertSubmission(context, trx, id, 'server'));
    await note('delivery', id, delivery(id));
    await takeOverTrail(context);
    await reconcile(context);
    expect(await submissionOf(id)).toMatchObject({ announcement: announcement(), submittedAt: null });
    expect(await left(), 'asked about once it is sent').toEqual([{ kind: 'delivery', id }]);
  });
  it('does not change the numbers of one that is sent', async () => {
    const { context } = server;
    const [id, other] = [await draft(), await draft()];
    for (const one of [id, other])
      await recorded(context, (trx) => insertSubmission(context, trx, one, 'server'));
    await db()
      .updateTable('submission')
      .set({ submittedAt: context.now() })
      .where('processId', '=', id)
      .execute();
    for (const one of [id, other])
      await note('announcement', one, { process: one, announcement: announcement() });
    await takeOverTrail(context);
    expect((await submissionOf(id))!.announcement).toBeNull();
    expect((await submissionOf(other))!.announcement).toEqual(announcement());
    expect(await left()).toEqual([]);
  });
});

it('payments that the trail knows are taken over in their order: the last one counts', async () => {
  const { context } = server;
  const { id } = await goToPay(context, session);
  const [first, last] = ids(2) as [string, string];
  const known = (payment: string, attempt: number) => ({
    ...{ process: id, payment, attempt, amountCents: 6000, endPointId: 'p' },
    ...{ transactionId: `transaction ${attempt}`, reference: '' },
  });
  const later = new Date(server.context.now().getTime() + 1000);
  await note('payment', first, known(first, 3), later);
  await note('payment', last, known(last, 2));
  await takeOverTrail(context);
  const attempts = await db().selectFrom('payment').select(['attempt', 'state']).orderBy('attempt').execute();
  expect(attempts).toEqual([
    { attempt: 1, state: 'superseded' },
    { attempt: 2, state: 'superseded' },
    { attempt: 3, state: 'pending' },
  ]);
});

it('numbers of a hand-in are taken over while it waits', async () => {
  const { context } = server;
  const id = await draft();
  const handIn = (number: number, state: 'waiting' | 'delivered') => ({
    ...{ id: randomUUID(), processId: id, number, state, context: json({}) as never },
    ...{ documents: json([]) as never, announcement: null, sealed: null, leaseOwner: null, leaseUntil: null },
    ...{ locale: 'de' as const, createdAt: context.now(), deliveredAt: null, receiptId: null },
  });
  const rows = [handIn(1, 'waiting'), handIn(2, 'delivered')];
  await db().insertInto('handIn').values(rows).execute();
  for (const row of rows)
    await note('handIn', row.id, { process: id, handIn: row.id, taken: false, announcement: announcement() });
  await takeOverTrail(context);
  const found = await db().selectFrom('handIn').select('announcement').orderBy('number').execute();
  expect(found.map((row) => row.announcement)).toEqual([announcement(), null]);
});

describe('an e-mail that the trail knows to be sent', () => {
  const occasions = ['first', 'second'];
  const mail = (id: string, occasion: string) => ({
    process: id,
    mail: randomUUID(),
    kind: 'draftEnds',
    occasion,
  });
  const mails = () => db().selectFrom('mail').select(['occasion', 'state']).orderBy('occasion').execute();

  it('is not sent again, whether the database has it or not; another occasion is', async () => {
    const { context } = server;
    const id = await draft();
    for (const occasion of occasions) {
      const row = await stored(context, id);
      const due = { kind: 'draftEnds', occasion, recipient: 'petra@example.org' } as const;
      await recorded(context, (trx) => queueMail(context, trx, row, due));
    }
    for (const known of [mail(id, 'second'), mail(id, 'third')]) await note('mail', known.mail, known);
    await takeOverTrail(context);
    expect(await mails()).toEqual([
      { occasion: 'first', state: 'waiting' },
      { occasion: 'second', state: 'sent' },
      { occasion: 'third', state: 'sent' },
    ]);
    expect(await left()).toEqual([]);
  });
});

describe('what partners are to be asked', () => {
  it('is asked to its end, each once, and nothing of it is left', async () => {
    const many = ids(120);
    for (const id of many) await note('status', id);
    const { id, paymentId, transactionId } = await goToPay(server.context, session);
    await note('payment', paymentId);
    server.report(transactionId, 'paid');
    await reconcile(server.context);
    const asked = (await server.jobsOf('delivery-status')) as { processId: string }[];
    expect(asked.map(({ processId }) => processId).sort()).toEqual(many);
    expect(await left()).toEqual([]);
    expect((await stored(server.context, id)).context).toMatchObject({ paidCents: 6000 });
  });
  it('stays while a partner is away, and is cleared of its own kind alone', async () => {
    const { context } = server;
    const { paymentId } = await goToPay(context, session);
    const provider = context.paymentProvider;
    context.paymentProvider = {
      ...provider,
      status: async () => {
        throw new PartnerUnavailable('payment', '503');
      },
    };
    await note('payment', paymentId);
    await note('status', paymentId);
    await reconcile(context);
    context.paymentProvider = provider;
    expect(await left()).toEqual([{ kind: 'payment', id: paymentId }]);
  });
  it('is kept for ninety days', async () => {
    const [id] = ids(1);
    await note('status', id!);
    server.passDays(89);
    await runExpiry(server.context);
    expect(await left()).toHaveLength(1);
    server.passDays(2);
    await runExpiry(server.context);
    expect(await left()).toEqual([]);
  });
});
