import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { isAnythingWaiting } from '#server/reconciliation/rows.ts';
import type { Storage } from '#server/storage/database.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { beginNoJobs, queueNames, startJobs, tend } from './jobs.ts';

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

it('begins with the work that was left, and plans what the clock asks for', async () => {
  const storage = await openTestStorage();
  const boss = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  const done: string[] = [];
  try {
    const workers: string[] = [];
    const run = new Map<string, (jobs: object[]) => Promise<void>>();
    boss.work = (async (name: string, _: object, work: (jobs: object[]) => Promise<void>) => {
      // What a restored database does not know is taken over before.
      expect(await isAnythingWaiting(storage.db)).toBe(false);
      workers.push(name);
      run.set(name, work);
      return `worker of ${name}`;
    }) as typeof boss.work;
    const noticed: string[] = [];
    boss.notifyWorker = (worker) => void noticed.push(worker);
    const schedules: unknown[][] = [];
    boss.schedule = async (...planned) => void schedules.push(planned);
    const tidying = {
      quick: async () => void done.push('quick'),
      thorough: async () => void done.push('thorough'),
    };
    const start = async (parts: object) => {
      for (const list of [workers, schedules]) list.length = 0;
      const at = new Date().toISOString();
      const facts = { event: 'announcement', process: randomUUID(), announcement: {}, at };
      await storage.db
        .insertInto('unreconciled')
        .values({ kind: 'announcement', id: facts.process, notedAt: new Date(), facts: json(facts) } as never)
        .execute();
      const context = { storage: { ...storage, ...parts }, jobs: boss, config: {}, now: () => new Date() };
      await startJobs({ ...context, tracer: null } as unknown as ServerContext);
    };
    await start({ tidying });
    const count = (name: string) => workers.filter((one) => one === name).length;
    expect(['submission', 'mail', 'expiry', 'tidying'].map(count)).toEqual([4, 2, 1, 1]);
    expect(schedules).toEqual([
      ['expiry', '* * * * *'],
      ['tidying', '17 3 * * *', {}, { tz: 'Europe/Berlin', missed: 'once' }],
    ]);
    expect(await boss.findJobs('expiry')).toHaveLength(1);
    await run.get('tidying')!([{ data: {} }]);
    expect([noticed, done]).toEqual([['worker of tidying'], ['thorough']]);
    await run.get('tidying')!([]);
    expect(done).toEqual(['thorough']);
    await start({ tidying: null });
    expect(schedules).toEqual([['expiry', '* * * * *']]);
  } finally {
    await boss.stop({ graceful: false });
    await storage.close();
  }
});

it('a server that is about to stop takes no job of any queue, and finishes those it has', () => {
  const offWork = vi.fn(async () => undefined);
  beginNoJobs({ jobs: { offWork }, log: {} } as unknown as ServerContext);
  expect(offWork.mock.calls).toEqual(queueNames.map((name) => [name, { wait: false }]));
});

it('a part of the work of every minute that fails keeps no other from its turn', async () => {
  const told: unknown[] = [];
  const quick = vi.fn();
  const nothing = new Proxy(
    {},
    {
      get: () => {
        throw new Error('away');
      },
    },
  );
  await tend({
    storage: { db: nothing, tidying: { quick } },
    ...{ config: {}, now: () => new Date(), content: () => nothing, metrics: { jobFailed: () => undefined } },
    log: {
      warn: (about: unknown) => void told.push(about),
      error: (about: unknown) => void told.push(about),
    },
  } as unknown as ServerContext);
  expect(told.length).toBeGreaterThan(5);
  expect(quick).toHaveBeenCalledTimes(1);
});
