import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { earlierNames } from '#server/files/seal-earlier.ts';
import { sealEarlier } from '#server/jobs/seal-earlier.ts';
import { recorded } from '#server/journal/journal.ts';
import { lockProcess, presentProcess } from '#server/processes/row.ts';
import { earlierProcesses } from '#server/processes/seal-earlier.ts';
import { storeProcess } from '#server/processes/sealed-row.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import { unsealed, unsealedText } from '#server/sealing/testing/unsealed.ts';
import { countUnsealed } from '#server/storage/count-unsealed.ts';
import { openStorage, type Storage } from '#server/storage/database.ts';
import { sealRows } from '#server/storage/seal-rows.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { startPostgres } from './postgres-server.ts';

/** Rows of an earlier version are sealed on PostgreSQL, while people work and by several processes. */

const server = await startPostgres();
afterAll(() => server?.stop());

type Line = { count?: Record<string, number>; part?: string };

describe.skipIf(server === null)('rows of an earlier version', () => {
  let storages: Storage[];
  let lines: Line[];
  const openOne = async () => {
    const storage = await openStorage({ databaseUrl: server!.url, dataDir: '/nowhere' });
    storages.push(storage);
    return storage;
  };
  /** A process of the portal, as far as sealing needs it. */
  const processOn = (storage: Storage) =>
    ({
      storage,
      dataKeys: testKeys(),
      now: () => new Date(),
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    }) as unknown as ServerContext;
  let one: ServerContext;
  let other: ServerContext;
  beforeAll(async () => {
    storages = [];
    [one, other] = [processOn(await openOne()), processOn(await openOne())];
  });
  afterAll(async () => {
    for (const storage of storages) await storage.close();
  });
  beforeEach(async () => {
    lines = [];
    await sql`truncate process, data_key cascade`.execute(one.storage.db);
  });
  let holder: pg.Client | undefined;
  afterEach(async () => {
    await holder?.end();
    holder = undefined;
  });

  const store = async (ids: string[]) => {
    const rows = ids.map((id) => ({ ...processRow(new Date()), id, data: unsealed({ saves: 0 }) }));
    await one.storage.db.insertInto('process').values(rows).execute();
  };
  /** Files, whose own order is the opposite of that of their applications. */
  const storeFiles = (ids: string[]) =>
    one.storage.db
      .insertInto('file')
      .values(
        ids.toReversed().map((processId, n) => ({
          id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
          processId,
          kind: 'upload' as const,
          fieldPath: 'proof',
          name: unsealedText('Claussen.pdf'),
          mimeType: 'application/pdf',
          size: 1,
          sha512: '',
          createdAt: new Date(),
        })),
      )
      .execute();
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();
  const left = async () => {
    const { process, file } = await countUnsealed(one.storage.db);
    return { process, file };
  };
  const saves = async (id: string) => (await presentProcess(other, id)).data.saves;
  /** A save of a person: what is stored is read under the lock, and one more is stored. */
  const save = (by: ServerContext, id: string) =>
    recorded(by, async (trx) => {
      const row = (await lockProcess(by, trx, id))!;
      await storeProcess(by, trx, row, { data: { saves: Number(row.data.saves) + 1 } });
    });
  const hold = async (id: string) => {
    holder = new pg.Client({ connectionString: server!.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from process where id = $1 for update', [id]);
  };

  it('that a long transaction holds are passed over at once, and sealed once it is over', async () => {
    const all = ids(50);
    await store(all);
    await hold(all[7]!);
    const begun = performance.now();
    await sealEarlier(one);
    // A statement that waited would be cancelled after 8 seconds.
    expect(performance.now() - begun).toBeLessThan(7_000);
    expect(await left()).toEqual({ process: 1, file: 0 });
    await holder!.query('rollback');
    await sealEarlier(one);
    expect(await left()).toEqual({ process: 0, file: 0 });
    expect(lines.map(({ count }) => count)).toEqual([{ process: 49 }, { process: 1 }]);
  });

  it('that are being sealed make a save wait and lose nothing of it', async () => {
    const [id = ''] = ids(1);
    await store([id]);
    const [begun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = {
      ...one,
      dataKeys: {
        ...one.dataKeys,
        of: async (...args: Parameters<typeof one.dataKeys.of>) => {
          begun.resolve();
          await mayGoOn.promise;
          return one.dataKeys.of(...args);
        },
      },
    };
    const sealing = sealEarlier(slow);
    await begun.promise;
    const saving = save(other, id);
    // The save waits for the row that is being sealed.
    const waits = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waits.execute(one.storage.db)).rows[0]?.count).toBe(1);
    mayGoOn.resolve();
    await Promise.all([sealing, saving]);
    expect(await saves(id)).toBe(1);
    expect(await left()).toEqual({ process: 0, file: 0 });
  });

  it('are sealed by two processes, no row twice, while people save, and every save is there', async () => {
    const all = ids(400);
    await store(all);
    const done = new Map(all.map((id) => [id, 0]));
    let isOver = false;
    const people = [0, 1, 2, 3].map(async (person) => {
      for (let n = person; !isOver; n += 4) {
        const id = all[n % all.length]!;
        await save(n % 8 < 4 ? one : other, id);
        done.set(id, done.get(id)! + 1);
        await pause(1);
      }
    });
    while ((await left()).process > 0) await Promise.all([sealEarlier(one), sealEarlier(other)]);
    isOver = true;
    await Promise.all(people);
    const stored = await Promise.all(all.map(async (id) => [id, await saves(id)] as const));
    expect(stored).toEqual([...done]);
    // What a save has met first is sealed by it.
    const sealed = lines.reduce((sum, { count }) => sum + (count?.process ?? 0), 0);
    expect(sealed).toBeGreaterThan(0);
    expect(sealed).toBeLessThanOrEqual(all.length);
    const { rows: keys } = await sql`select from data_key`.execute(one.storage.db);
    expect(keys).toHaveLength(all.length);
    expect(lines.filter(({ part }) => part)).toEqual([]);
  });

  it('that nobody else touches are sealed once, by one of two processes', async () => {
    const all = ids(400);
    await store(all);
    await Promise.all([sealEarlier(one), sealEarlier(other)]);
    expect(await left()).toEqual({ process: 0, file: 0 });
    expect(lines.reduce((sum, { count }) => sum + (count?.process ?? 0), 0)).toBe(all.length);
  });

  it('of one application in two tables do not have two processes wait for each other', async () => {
    const deadlocks = async () => {
      const { rows } = await sql<{ count: number }>`select deadlocks::integer as count from pg_stat_database
        where datname = current_database()`.execute(one.storage.db);
      return rows[0]?.count;
    };
    const all = ids(20);
    await store(all);
    await storeFiles(all);
    const never = () => false;
    // Each of them makes a key and lets the other one do the same.
    const meeting = (context: ServerContext) => ({
      ...context,
      dataKeys: {
        ...context.dataKeys,
        of: async (...args: Parameters<typeof context.dataKeys.of>) => {
          const key = await context.dataKeys.of(...args);
          await pause(20);
          return key;
        },
      },
    });
    const [first, second] = [meeting(one), meeting(other)];
    await Promise.all([
      sealRows(first, earlierProcesses(first), never),
      sealRows(second, earlierNames(second), never),
    ]);
    expect(await left()).toEqual({ process: 0, file: 0 });
    expect((await server!.log()).match(/deadlock detected/g)).toBeNull();
    expect(await deadlocks()).toBe(0);
  });
});
