import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '#server/storage/database.ts';
import { migratePostgres } from '#server/storage/migrate.ts';
import { complete, fillIn, settled } from './applications.ts';
import { startPgBouncer, startStrictPooler } from './pooler.ts';
import { startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const LIMITED = 'limited';
const postgres = await startPostgres();
const strict = postgres && (await startStrictPooler(postgres.url));
const bouncer = postgres && (await startPgBouncer(postgres.url, ['postgres', LIMITED]));
// A machine without it says so here, and holds the rule by the strict one.
if (postgres && bouncer === null)
  process.stdout.write('PgBouncer is not installed: only the stand-in is tried.\n');
beforeAll(async () => {
  if (postgres === null) return;
  await migratePostgres(postgres.url, {}, { tell: () => {} });
  await postgres.ask(`create role ${LIMITED} login superuser`);
  for (const setting of [
    "statement_timeout = '8s'",
    "idle_in_transaction_session_timeout = '15s'",
    'log_parameter_max_length = 0',
    'log_parameter_max_length_on_error = 0',
    'log_error_verbosity = terse',
  ])
    await postgres.ask(`alter role ${LIMITED} set ${setting}`);
});
afterAll(async () => {
  await strict?.close();
  await bouncer?.close();
  await postgres?.stop();
});
const poolers = [['the strict stand-in', strict] as const, ['PgBouncer', bouncer] as const].filter(
  ([, pooler]) => pooler !== null,
);

// Runs only with an installed PostgreSQL server.
describe.runIf(postgres).each(poolers)('behind %s in transaction mode', (_name, pooler) => {
  const url = () => pooler!.url;

  it('two processes take applications through to the receipt, and leave nothing in a connection', async () => {
    const environment = { DATABASE_URL: url(), DATABASE_POOLER: 'transaction' };
    const first = await startPortal({ environment });
    const second = await startPortal({ environment, between: async () => first.partners.environment });
    try {
      const client = first.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      const { id } = await fillIn(client, 'hundesteuer');
      await complete(client, id);
      await client.call('submitProcess', { params: { id } });
      expect((await settled(client, id)).status).toBe('SUBMITTED');
    } finally {
      await second.close();
      await first.close();
    }
    expect(strict!.lasting).toEqual([]);
  });

  it('the limits and the silence of the log hold for each statement and transaction', async () => {
    const { db, close } = await openStorage({ databaseUrl: url(), dataDir: '', pooler: 'transaction' });
    const shown = sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'log_parameter_max_length')
      order by name`;
    const held = [
      { name: 'idle_in_transaction_session_timeout', setting: '15000' },
      { name: 'log_parameter_max_length', setting: '0' },
      { name: 'statement_timeout', setting: '8000' },
    ];
    try {
      expect((await shown.execute(db)).rows).toEqual(held);
      await db.transaction().execute(async (trx) => expect((await shown.execute(trx)).rows).toEqual(held));
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => expect((await shown.execute(trx)).rows).toEqual(held));
      // A failure leaves no transaction open, and is told as it is.
      await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow(/division by zero/);
      expect((await shown.execute(db)).rows).toEqual(held);
    } finally {
      await close();
    }
    // Others of the pooler have their own limits.
    expect(await postgres!.ask('show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
  });

  it('a server that was not told says what to set', async () => {
    const log = pino({ level: 'silent' });
    await expect(openStorage({ databaseUrl: url(), dataDir: '', log })).rejects.toThrow(
      /DATABASE_POOLER=transaction/,
    );
  });

  it('a role that has the limits itself needs no transaction for a statement', async () => {
    const databaseUrl = url().replace('postgres@', `${LIMITED}@`);
    const { db, close } = await openStorage({ databaseUrl, dataDir: '', pooler: 'transaction' });
    const began = sql<{ same: boolean }>`select now() = statement_timestamp() as same`;
    try {
      expect((await began.execute(db)).rows).toEqual([{ same: true }]);
    } finally {
      await close();
    }
  });
});
