import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import type { ServiceContext } from '#server/context.ts';
import { openStorage, type Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { startJobs } from './jobs.ts';

/** A submission whose worker died with the process that had the embedded database before. */
async function storeHeld({ db }: Storage, now: Date): Promise<void> {
  const id = randomUUID();
  await db
    .insertInto('process')
    .values({
      id,
      version: 1,
      status: 'COMPLETED',
      context: json({ running: true }),
      statusChanged: now,
      createdAt: now,
      updatedAt: now,
      availableUntil: now,
      metadataId: 'hundesteuer-kiel',
      areaKey: '010020000000',
      locale: 'de',
      sessionId: randomUUID(),
      userId: null,
      data: json({}),
      page: null,
      confirmedHash: null,
      confirmedAt: null,
      confirmedLocale: null,
      applicant: null,
      counted: false,
    })
    .execute();
  await db
    .insertInto('submission')
    .values({
      processId: id,
      state: 'SEAL_DATA',
      context: json({}),
      messageId: randomUUID(),
      ticketNumber: 'A',
      leaseOwner: randomUUID(),
      leaseUntil: new Date(now.getTime() + 30_000),
      announcement: json(null),
      sealed: json(null),
      postbox: json(null),
      postboxSentAt: null,
      hashes: json(null),
      submittedAt: null,
      downloadsUntil: null,
      sentState: 'pending',
      sentContext: json({}),
      events: json([]),
      statusCheckedAt: null,
      statusChecks: 0,
      lastError: null,
    })
    .execute();
}

it('frees what dead workers held before there is a worker, so that nothing is taken from the living', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'jobs-'));
  const storage = await openStorage({ dataDir });
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
    await startJobs({ storage, jobs: boss, now: () => now } as unknown as ServiceContext);
    expect(holders.length).toBeGreaterThan(0);
    expect(new Set(holders)).toEqual(new Set([null]));
  } finally {
    await boss.stop({ graceful: false });
    await storage.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
