import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { startJobs } from './jobs.ts';

/** A submission whose worker died with the server process that used the embedded database before. */
async function storeHeld(storage: Storage, now: Date): Promise<void> {
  const row = processRow(now, { status: 'COMPLETED', context: json({ running: true }) });
  const context = { storage, now: () => now } as unknown as ServerContext;
  await recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, row.id, 'server');
    await trx
      .updateTable('submission')
      .set({ leaseOwner: randomUUID(), leaseUntil: new Date(now.getTime() + 30_000) })
      .where('processId', '=', row.id)
      .execute();
  });
}

it('frees what dead workers held before there is a worker, so that nothing is taken from the living', async () => {
  const storage = await openTestStorage();
  const boss = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    const now = new Date();
    await storeHeld(storage, now);
    const holders: (string | null)[] = [];
    boss.work = (async () => {
      const { leaseOwner } = await storage.db
        .selectFrom('submission')
        .select('leaseOwner')
        .executeTakeFirstOrThrow();
      holders.push(leaseOwner);
      return 'worker';
    }) as typeof boss.work;
    await startJobs({ storage, jobs: boss, config: {}, now: () => now } as unknown as ServerContext);
    expect(holders.length).toBeGreaterThan(0);
    expect(new Set(holders)).toEqual(new Set([null]));
  } finally {
    await boss.stop({ graceful: false });
    await storage.close();
  }
});

it('no process always looks for jobs just before the same other one', async () => {
  const storage = await openTestStorage();
  const boss = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    const pauses: number[] = [];
    boss.work = (async (_name: string, options: { notifyPollingIntervalSeconds: number }) => {
      pauses.push(options.notifyPollingIntervalSeconds);
      return 'worker';
    }) as never as typeof boss.work;
    await startJobs({ storage, jobs: boss, config: {}, now: () => new Date() } as unknown as ServerContext);
    expect(pauses.length).toBeGreaterThan(4);
    expect(new Set(pauses).size).toBe(pauses.length);
    for (const pause of pauses) {
      expect(pause).toBeGreaterThanOrEqual(4);
      expect(pause).toBeLessThan(6);
    }
  } finally {
    await boss.stop({ graceful: false });
    await storage.close();
  }
});
