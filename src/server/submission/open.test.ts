import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { openSubmission } from './open.ts';
import { announcementOf, findSubmission, isDelivered, sealOf } from './row.ts';

let storage: Storage;
const now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());

/** A stored application, its requested jobs, and a function that opens its submission. */
async function application() {
  const row = processRow(now, { status: 'COMPLETED' });
  await storage.db.insertInto('process').values(row).execute();
  const jobs: unknown[] = [];
  const context = {
    storage,
    now: () => now,
    log: pino({ level: 'silent' }),
    jobs: { send: async (name: string, data: object) => void jobs.push({ name, ...data }) },
  } as unknown as ServerContext;
  const open = (by: 'person' | 'server' = 'person') =>
    recorded(context, (trx) => openSubmission(context, trx, row.id, by));
  const journal = () =>
    storage.db
      .selectFrom('journal')
      .select(['machine', 'event', 'stateBefore', 'stateAfter', 'mover'])
      .where('processId', '=', row.id)
      .orderBy('id')
      .execute();
  return { id: row.id, context, jobs, open, journal };
}

it('begins at the first step, with numbers of its own, and a job', async () => {
  const { id, context, jobs, open, journal } = await application();
  await open();
  const submission = (await findSubmission(context, id))!;
  expect(submission).toMatchObject({
    state: 'GET_FILES',
    sentState: 'pending',
    lastError: null,
    leaseOwner: null,
    submittedAt: null,
    statusChecks: 0,
    events: [],
  });
  expect(submission.ticketNumber).toMatch(/^SP(-[A-HJKMNP-Z2-9]{4}){3}$/);
  expect(jobs).toEqual([{ name: 'submission', processId: id }]);
  expect(await journal()).toEqual([
    {
      machine: 'submission',
      event: null,
      stateBefore: null,
      stateAfter: 'GET_FILES',
      mover: 'person',
    },
    { machine: 'sentApplication', event: null, stateBefore: null, stateAfter: 'pending', mover: 'person' },
  ]);
});

it('of which a step has failed goes on at that step, without its error', async () => {
  const { id, context, jobs, open, journal } = await application();
  await open();
  const before = (await findSubmission(context, id))!;
  const failed = {
    state: 'SUBMISSION_FAILURE' as const,
    context: json({ ...before.context, step: 'SEAL_DATA' as const, problem: 'delivery-refused' }),
    lastError: 'refused',
  };
  await storage.db.updateTable('submission').set(failed).where('processId', '=', id).execute();
  jobs.length = 0;
  await open('server');
  expect(await findSubmission(context, id)).toMatchObject({
    messageId: before.messageId,
    ticketNumber: before.ticketNumber,
    state: 'SEAL_DATA',
    context: { problem: null, repeats: 1 },
    lastError: null,
  });
  expect(jobs).toEqual([{ name: 'submission', processId: id }]);
  expect((await journal()).at(-1)).toEqual({
    machine: 'submission',
    event: 'submission.repeated',
    stateBefore: 'SUBMISSION_FAILURE',
    stateAfter: 'SEAL_DATA',
    mover: 'server',
  });
});

it('that is under way is not begun anew, and the journal says who has tried', async () => {
  const { id, context, open, journal } = await application();
  await open();
  const before = await findSubmission(context, id);
  await open();
  expect(await findSubmission(context, id)).toEqual(before);
  expect((await journal()).at(-1)).toMatchObject({ event: 'submission.repeated', stateAfter: null });
});

it('has neither announcement nor seal before those steps, and is delivered by its step', async () => {
  const { id, context, open } = await application();
  await open();
  const submission = (await findSubmission(context, id))!;
  expect(() => announcementOf(submission)).toThrow('not been announced');
  expect(() => sealOf(submission)).toThrow('not been sealed');
  const delivered = () => storage.db.transaction().execute((trx) => isDelivered(trx, id));
  const finish = (step: 'SEAL_DATA' | 'SUBMIT_DATA_TO_AUTHORITY') =>
    storage.db
      .insertInto('submissionStep')
      .values({ processId: id, step, outcome: 'done', finishedAt: now })
      .execute();
  await finish('SEAL_DATA');
  expect(await delivered()).toBe(false);
  await finish('SUBMIT_DATA_TO_AUTHORITY');
  expect(await delivered()).toBe(true);
});
