import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { runSubmission } from '#server/sending/send.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission, moveSubmission } from '#server/submission/row.ts';
import { deliveryMark, tryDeliveryNow } from '#server/use-cases/try-now.ts';
import { confirm, fillIn, nobodysSession, stored } from './applications.ts';
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
const row = () =>
  db().selectFrom('submission').select(['state', 'leaseOwner', 'leaseUntil']).executeTakeFirstOrThrow();

/** An application that is about to be announced, which the delivery service answers like this. */
async function announced(announce: () => Promise<never>) {
  const { context } = server;
  context.delivery = { announce } as never;
  const { id } = await confirm(context, session, await fillIn(context, session, 'hundesteuer'));
  const { context: facts } = await stored(context, id);
  const running = json({ ...(facts as object), running: true });
  await db().updateTable('process').set({ context: running }).where('id', '=', id).execute();
  await recorded(context, async (trx) => {
    const submission = await insertSubmission(context, trx, id, 'server');
    const first = { type: 'step.finished', step: 'GET_FILES', outcome: 'done' } as const;
    await moveSubmission(context, trx, submission, first, 'server');
  });
  await runSubmission(context, id);
  return id;
}
const away = async () => {
  throw new PartnerUnavailable('delivery service', '503');
};

it('a step that waits holds no lease, so that the next try is not late by it', async () => {
  const processId = await announced(away);
  expect(await row()).toEqual({ state: 'waiting', leaseOwner: null, leaseUntil: null });
  expect(await server.jobsOf('submission')).toEqual([{ processId }]);
  expect((await stored(server.context, processId)).context).toMatchObject({ running: true });
});

it('a step that has failed for good holds none, and its person can go on', async () => {
  const processId = await announced(async () => {
    throw new Error('refused');
  });
  expect(await row()).toMatchObject({ state: 'SUBMISSION_FAILURE', leaseOwner: null, leaseUntil: null });
  const { status, context } = await stored(server.context, processId);
  expect([status, context]).toEqual(['SUBMIT_FAILURE', expect.objectContaining({ running: false })]);
  expect(server.recorded()).toMatchObject([{ event: 'submission', outcome: 'failed' }]);
  expect(await server.jobsOf('submission')).toEqual([]);
});

it('is given up when the time for trying is over', async () => {
  const processId = await announced(away);
  server.passDays(8);
  await runSubmission(server.context, processId);
  expect((await stored(server.context, processId)).status).toBe('SUBMIT_FAILURE');
});

it('is left to the worker that holds it', async () => {
  const processId = await announced(away);
  server.passDays(1);
  const until = new Date(server.context.now().getTime() + 60_000);
  await db().updateTable('submission').set({ leaseOwner: 'other', leaseUntil: until }).execute();
  await runSubmission(server.context, processId);
  expect(await row()).toMatchObject({ state: 'waiting', leaseOwner: 'other' });
});

it('makes no later pause longer by a try that an operator asks for, and leaves no second job', async () => {
  const processId = await announced(away);
  const waiting = () => db().selectFrom('submission').selectAll().executeTakeFirstOrThrow();
  const pauseOf = async () =>
    Date.parse((await waiting()).context.nextTryAt!) - server.context.now().getTime();
  expect(await pauseOf()).toBe(60_000);
  for (let times = 0; times < 4; times += 1) {
    server.passDays(0.0001);
    expect(await tryDeliveryNow(server.context, processId, deliveryMark(await waiting()))).toBe('done');
    await runSubmission(server.context, processId);
    expect([await pauseOf(), (await waiting()).context.tries]).toEqual([60_000, 1]);
  }
  // A queue without a worker keeps the job of each try.
  expect(await server.jobsOf('submission')).toHaveLength(5);
});

it('is not tried on behalf of an operator who saw an earlier try', async () => {
  const processId = await announced(away);
  const seen = deliveryMark(await db().selectFrom('submission').selectAll().executeTakeFirstOrThrow());
  expect(await tryDeliveryNow(server.context, processId, seen)).toBe('done');
  server.passDays(0.0001);
  await runSubmission(server.context, processId);
  expect(await tryDeliveryNow(server.context, processId, seen)).toBe('moved');
});
