import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recoverSubmissions } from '#server/jobs/recovery.ts';
import { recorded } from '#server/journal/journal.ts';
import { runSubmission } from '#server/sending/send.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission } from './row.ts';

let storage: Storage;

beforeAll(async () => {
  storage = await openTestStorage();
  // Only the tables of the queue; no worker runs.
  const queue = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  await queue.start();
  await queue.createQueue('submission');
  await queue.stop({ graceful: false });
});
afterAll(async () => {
  await storage.close();
});

/** A submission leased by another worker, for this many seconds by the clock of the database. */
async function leased(seconds: number): Promise<string> {
  const row = processRow(new Date(), { status: 'COMPLETED', context: json({ running: true }) });
  const { id } = row;
  const context = { storage, now: () => new Date() } as unknown as ServerContext;
  await recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, id, 'server');
    await trx
      .updateTable('submission')
      .set({ leaseOwner: 'another', leaseUntil: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .where('processId', '=', id)
      .execute();
  });
  return id;
}

/** A server process whose clock is wrong by this many minutes; it lacks everything for its steps. */
function wrongBy(minutes: number) {
  const sent: { processId: string; startAfter: number | undefined }[] = [];
  const context = {
    storage,
    now: () => new Date(Date.now() + minutes * 60_000),
    log: pino({ level: 'silent' }),
    config: { DELIVERY_STEP_SECONDS: 600 },
    jobs: {
      send: async (
        _: string,
        { processId }: { processId: string },
        { startAfter }: { startAfter?: number },
      ) => void sent.push({ processId, startAfter }),
    },
  } as unknown as ServerContext;
  return { context, sent };
}

const ownerOf = async (processId: string) =>
  (
    await storage.db
      .selectFrom('submission')
      .select('leaseOwner')
      .where('processId', '=', processId)
      .executeTakeFirstOrThrow()
  ).leaseOwner;

it.each([-10, 0, 10])(
  'whose clock is %i minutes wrong leaves a living worker alone, and comes back',
  async (minutes) => {
    const id = await leased(20);
    const { context, sent } = wrongBy(minutes);
    await runSubmission(context, id);
    expect(await ownerOf(id)).toBe('another');
    expect(sent).toEqual([{ processId: id, startAfter: 21 }]);
    await recoverSubmissions(context);
    expect(sent.filter(({ startAfter }) => startAfter === undefined)).toEqual([]);
  },
);

it.each([-10, 0, 10])('whose clock is %i minutes wrong takes over from a dead worker', async (minutes) => {
  const id = await leased(-1);
  const { context, sent } = wrongBy(minutes);
  await recoverSubmissions(context);
  expect(sent.map(({ processId }) => processId)).toContain(id);
  await runSubmission(context, id).catch(() => {});
  expect(await ownerOf(id)).not.toBe('another');
});

it('leaves alone what a job will take', async () => {
  const id = await leased(-1);
  const { context, sent } = wrongBy(0);
  await sql`insert into jobs.job (name, data, state) values ('submission', ${json({ processId: id })}, 'created')`.execute(
    storage.db,
  );
  await recoverSubmissions(context);
  expect(sent.map(({ processId }) => processId)).not.toContain(id);
});
