import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Storage } from '#server/storage/database.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
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

it('a job that fails is told to operators, and the queue stores nothing of it; an outage is not the job’s', async () => {
  const storage = await openTestStorage();
  const boss = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  const work = vi.fn(async () => 'worker');
  boss.work = work as never;
  boss.notifyWorker = () => undefined;
  const fault = { error: new Error('a value of Petra') };
  const thorough = async () => {
    throw fault.error;
  };
  const told: string[] = [];
  const jobFailed = vi.fn();
  const context = {
    storage: { ...storage, tidying: { thorough } },
    jobs: boss,
    config: {},
    now: () => new Date(),
    tracer: null,
    log: { warn: () => void told.push('warn'), error: () => void told.push('error') },
    metrics: { jobFailed },
  } as unknown as ServerContext;
  try {
    await startJobs(context);
    const [, , run] = work.mock.calls.find(([name]: unknown[]) => name === 'tidying') as never as [
      string,
      object,
      (jobs: object[]) => Promise<void>,
    ];
    const queue = await run([{ data: {} }]).catch((error: Error) => `${error.name} ${error.message}`);
    expect(queue).toBe('JobFailed Error');
    context.storage.db = {
      getExecutor: () => {
        throw new Error('away');
      },
    } as never;
    fault.error = new DatabaseUnavailable('ECONNREFUSED');
    await expect(run([{ data: {} }])).rejects.toThrow('DatabaseUnavailable');
    expect(told).toEqual(['error', 'warn']);
    expect(jobFailed.mock.calls).toEqual([['tidying'], ['tidying']]);
  } finally {
    await boss.stop({ graceful: false });
    await storage.close();
  }
});
