import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { insertHandIn } from '#server/hand-ins/row.ts';
import { recorded } from '#server/journal/journal.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { giveUpDelivery, giveUpHandIn } from './give-up.ts';
import { deliveryMark, handInMark, tryDeliveryNow } from './try-now.ts';

let storage: Storage;
let jobs: PgBoss;
beforeAll(async () => {
  storage = await openTestStorage();
  jobs = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  jobs.on('error', () => {});
  await jobs.start();
  for (const name of ['submission', 'hand-in']) {
    await jobs.createQueue(name);
    // The queue is known from now on; asking for it in a transaction would wait for the only connection.
    await jobs.send(name, {});
  }
});
afterAll(async () => {
  await jobs.stop({ graceful: false });
  await storage.close();
});

const now = new Date('2026-11-28T06:00:00Z');
const LATER = '2026-11-28T10:00:00.000Z';
const record = vi.fn();
const context = () =>
  ({
    storage,
    jobs,
    dataKeys: testKeys(),
    counts: { moved: () => undefined, step: () => undefined },
    content: () => ({ metadata: new Map() }),
    mailer: null,
    security: { record },
    log: { warn: () => undefined, error: () => undefined },
    now: () => now,
  }) as unknown as ServerContext;

/** Stores a delivery that waits for its next try at a step. */
async function waiting(step: 'SUBMIT_DATA_TO_AUTHORITY' | 'CREATE_RECEIPT') {
  const row = processRow(now, {
    status: 'COMPLETED',
    context: json({ running: true, feeCents: 0, paidCents: 0 }),
  });
  const facts = {
    step,
    repeats: 0,
    problem: 'PartnerUnavailable',
    tries: 1,
    nextTryAt: LATER,
    tryUntil: LATER,
  };
  await recorded(context(), async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context(), trx, row.id, 'server');
  });
  await storage.db
    .updateTable('submission')
    .set({ state: 'waiting', context: json(facts) })
    .where('processId', '=', row.id)
    .execute();
  return { id: row.id, seen: deliveryMark({ state: 'waiting', context: facts }) };
}
const standing = async (id: string) => {
  const row = await storage.db
    .selectFrom('process')
    .innerJoin('submission', 'submission.processId', 'process.id')
    .select(['process.status', 'submission.state', 'submission.context'])
    .where('process.id', '=', id)
    .executeTakeFirst();
  return row && [row.status, row.state, row.context.givenUp ?? null];
};
const reason = 'notTaken' as const;

it('ends the tries with the reason, once, by the operator', async () => {
  const { id, seen } = await waiting('SUBMIT_DATA_TO_AUTHORITY');
  const both = await Promise.all([
    giveUpDelivery(context(), id, { seen, reason }),
    giveUpDelivery(context(), id, { seen, reason: 'away' }),
  ]);
  expect(both.toSorted()).toEqual(['done', 'moved']);
  const told = both[0] === 'done' ? 'notTaken' : 'away';
  expect(await standing(id)).toEqual(['SUBMIT_FAILURE', 'SUBMISSION_FAILURE', told]);
  expect(record).toHaveBeenCalledExactlyOnceWith(
    { event: 'submission', outcome: 'failed', process: id },
    expect.anything(),
  );
  const journal = await storage.db
    .selectFrom('journal')
    .select(['machine', 'event', 'mover'])
    .where('processId', '=', id)
    .where('mover', '=', 'operator')
    .orderBy('id')
    .execute();
  expect(journal).toEqual([
    { machine: 'submission', event: 'submission.givenUp', mover: 'operator' },
    { machine: 'process', event: 'submission.failed', mover: 'operator' },
  ]);
});

it('is decided against a try at the same moment: one of both happens', async () => {
  const { id, seen } = await waiting('SUBMIT_DATA_TO_AUTHORITY');
  const both = await Promise.all([
    tryDeliveryNow(context(), id, seen),
    giveUpDelivery(context(), id, { seen, reason }),
  ]);
  expect(both.toSorted()).toEqual(['done', 'moved']);
  expect(await standing(id)).toEqual(
    both[0] === 'done'
      ? ['COMPLETED', 'SUBMIT_DATA_TO_AUTHORITY', null]
      : ['SUBMIT_FAILURE', 'SUBMISSION_FAILURE', reason],
  );
});

it.each<[string, 'SUBMIT_DATA_TO_AUTHORITY' | 'CREATE_RECEIPT', (id: string) => Promise<unknown>]>([
  ['the authority has the application', 'CREATE_RECEIPT', async () => undefined],
  [
    'it is being tried',
    'SUBMIT_DATA_TO_AUTHORITY',
    (id) =>
      sql`update submission set lease_owner = 'other', lease_until = now() + interval '1 minute'
        where process_id = ${id}`.execute(storage.db),
  ],
  [
    'it has been tried since',
    'SUBMIT_DATA_TO_AUTHORITY',
    (id) =>
      sql`update submission set context = jsonb_set(context, '{tries}', '2') where process_id = ${id}`.execute(
        storage.db,
      ),
  ],
  [
    'it is gone',
    'SUBMIT_DATA_TO_AUTHORITY',
    (id) => sql`delete from process where id = ${id}`.execute(storage.db),
  ],
])('is left alone when %s', async (_what, step, happen) => {
  const { id, seen } = await waiting(step);
  await happen(id);
  const before = await standing(id);
  expect(await giveUpDelivery(context(), id, { seen, reason })).toBe('moved');
  expect(await standing(id)).toEqual(before);
});

it.each([
  ['is given up', 'null', 'done', 'failed'],
  ['is left alone while it is being delivered', "now() + interval '1 minute'", 'moved', 'waiting'],
  ['is given up when its worker is dead', "now() - interval '1 minute'", 'done', 'failed'],
])('a hand-in %s', async (_how, leaseUntil, outcome, state) => {
  const { id } = await waiting('CREATE_RECEIPT');
  const input = { nextTryAt: LATER, tryUntil: LATER };
  const insert = () =>
    recorded(context(), (trx) =>
      insertHandIn(context(), trx, { id, dataKey: null }, { input, documents: [], locale: 'de' }),
    );
  await insert();
  const handIn = await insert();
  await sql`update hand_in set lease_until = ${sql.raw(leaseUntil)} where process_id = ${id}`.execute(
    storage.db,
  );
  const move = { number: handIn.number, seen: handInMark(handIn), reason };
  expect(await giveUpHandIn(context(), id, move)).toBe(outcome);
  const states = storage.db
    .selectFrom('handIn')
    .select('state')
    .where('processId', '=', id)
    .orderBy('number');
  expect(await states.execute(), 'the other one stays').toEqual([{ state: 'waiting' }, { state }]);
});
