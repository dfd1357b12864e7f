import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { Verdict } from '#server/ports/scanner.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealedText } from '#server/sealing/testing/unsealed.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { runFileCheck } from './check.ts';

const now = new Date('2026-11-02T12:00:00Z');
const gone = () => Promise.reject(new PartnerUnavailable('scanner', 'does not answer'));
const clean = async (): Promise<Verdict> => ({ kind: 'clean' });

let storage: Storage;
let boss: PgBoss;
let scanned: number;
/** The behaviour of a test's scanner. */
let scanner: { ping: () => Promise<void>; verdict: () => Promise<Verdict> };

beforeEach(async () => {
  storage = await openTestStorage();
  boss = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('file-check');
  scanned = 0;
  scanner = { ping: async () => {}, verdict: clean };
});
afterEach(async () => {
  await boss.stop({ graceful: false });
  await storage.close();
});

const check = (id: string) => {
  const scan = () => {
    scanned += 1;
    return scanner.verdict();
  };
  const context = {
    storage,
    dataKeys: testKeys(),
    jobs: boss,
    now: () => now,
    scanner: { scan, ping: () => scanner.ping() },
  };
  return runFileCheck(context as unknown as ServerContext, id);
};

/** Stores a file that has been in quarantine for this long. */
async function waiting(seconds: number): Promise<string> {
  const process = processRow(now);
  await storage.db.insertInto('process').values(process).execute();
  const id = randomUUID();
  const createdAt = new Date(now.getTime() - seconds * 1000);
  const about = {
    fieldPath: 'proof',
    name: unsealedText('a.pdf'),
    mimeType: 'application/pdf',
    sha512: '',
    size: 1,
  };
  await storage.db
    .insertInto('file')
    .values({ ...about, id, processId: process.id, kind: 'quarantined', createdAt })
    .execute();
  return id;
}

/** Returns the seconds until a file is checked by its job. */
async function pauseOf(fileId: string): Promise<number> {
  const jobs = await boss.findJobs<{ fileId: string }>('file-check');
  const [job, ...others] = jobs.filter(({ data }) => data.fileId === fileId);
  expect(others).toEqual([]);
  return Math.round((job!.startAfter.getTime() - job!.createdOn.getTime()) / 1000);
}

it('gives no file to a scanner that does not answer, and asks for the oldest one soon', async () => {
  scanner.ping = gone;
  const [oldest, next, last] = [await waiting(4000), await waiting(400), await waiting(40)];
  for (const id of [oldest, next, last]) await check(id);
  expect(scanned).toBe(0);
  expect([await pauseOf(oldest), await pauseOf(next), await pauseOf(last)]).toEqual([3, 60, 10]);
});

it('tries a file less and less often that the scanner fails over, the oldest one as well', async () => {
  scanner.verdict = gone;
  const id = await waiting(4000);
  await check(id);
  expect(scanned).toBe(1);
  expect(await pauseOf(id)).toBe(60);
});

it('has all that wait checked at once as soon as one has been', async () => {
  scanner.ping = gone;
  const [first, second] = [await waiting(4000), await waiting(400)];
  await check(second);
  expect(await pauseOf(second)).toBe(60);
  scanner.ping = async () => {};
  await check(first);
  const [job] = await boss.fetch<{ fileId: string }>('file-check');
  expect(job?.data).toEqual({ fileId: second });
});
