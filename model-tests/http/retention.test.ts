import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { runExpiry } from '#server/jobs/expiry.ts';
import { openStorage, type Storage } from '#server/storage/database.ts';
import type { SealedJson, SealedText } from '#server/storage/sealed.ts';
import { startPostgres } from './postgres-server.ts';

const server = await startPostgres();
const now = new Date('2026-11-27T12:00:00Z');
const earlier = new Date(now.getTime() - 60_000);

/** A process of the portal, as far as erasing needs it. */
function processOn(storage: Storage, ended: unknown[], logged: unknown[]) {
  return {
    storage,
    config: { REFUND_DAYS: 3650 },
    content: () => ({ metadata: new Map() }),
    now: () => now,
    security: { record: (...event: unknown[]) => ended.push(event) },
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  } as unknown as ServerContext;
}

async function storeExpired({ db }: Storage, count: number): Promise<void> {
  await db
    .insertInto('loginState')
    .values(
      Array.from({ length: count }, (_, n) => ({
        key: `${n}`,
        value: '{}' as SealedText,
        expiresAt: earlier,
      })),
    )
    .execute();
  const identity = JSON.stringify({ name: 'Petra' }) as SealedJson;
  const times = { createdAt: earlier, fetchedAt: earlier, expiresAt: earlier, sessionExpiresAt: earlier };
  await db
    .insertInto('session')
    .values(
      Array.from({ length: count }, () => ({
        id: randomUUID(),
        tokenHash: randomUUID(),
        userId: null,
        identity,
        authenticatedAt: null,
        ...times,
      })),
    )
    .execute();
}

it.skipIf(server === null)(
  'two processes erase everything once between them, and wait for nobody who holds a row',
  async () => {
    const open = () => openStorage({ databaseUrl: server!.url, dataDir: '/nowhere' });
    const [one, other] = [await open(), await open()];
    const holder = new pg.Client({ connectionString: server!.url });
    await holder.connect();
    try {
      await storeExpired(one, 1000);
      await holder.query('begin');
      await holder.query("select from login_state where key in ('0', '500') for update");
      const [ended, logged]: [unknown[], unknown[]] = [[], []];
      const begun = performance.now();
      await Promise.all([one, other].map((storage) => runExpiry(processOn(storage, ended, logged))));
      // A statement that waited would be cancelled after 8 seconds.
      expect(performance.now() - begun).toBeLessThan(7_000);
      expect(logged).toEqual([]);
      expect(ended).toHaveLength(1000);
      const keys = await one.db.selectFrom('loginState').select('key').orderBy('key').execute();
      expect(keys.map(({ key }) => key)).toEqual(['0', '500']);
      expect(await one.db.selectFrom('session').select('id').execute()).toEqual([]);
      await holder.query('rollback');
      await runExpiry(processOn(one, ended, logged));
      expect(await one.db.selectFrom('loginState').select('key').execute()).toEqual([]);
    } finally {
      await holder.end();
      await one.close();
      await other.close();
      await server!.stop();
    }
  },
);
