import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { MIGRATION_TABLE } from '#server/storage/bring-up-to-date.ts';
import { DatabaseRefused, databaseRefusedOr } from '#server/storage/database-refused.ts';
import { migrations } from '#server/storage/migrations.ts';
import { quietStart } from '#server/storage/quiet-log.ts';
import { unfit } from '#server/storage/schema-fit.ts';
import type { Tables } from '#server/storage/tables.ts';
import { clockFinding } from './clocks.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import type { Asking } from './partners.ts';

const ABOUT = 'database';
const PAGE = 'operations.md#when-the-database-is-away';
const UPGRADE = 'upgrade.md';
const SETTINGS = 'operations.md#how-long-things-are-kept';
const OLDEST = 150_000;
/** Connections of one process: its calls, its jobs, its migrations and what it listens with. */
const OF_A_PROCESS = 18;

type Facts = {
  version: number;
  encoding: string;
  fsync: string;
  pages: string;
  commit: string;
  zone: string;
  most: number;
  reserved: number;
  used: number;
  standby: boolean;
  seconds: number;
  maycreate: boolean;
  migrated: boolean;
};

/** Facts that the server depends on. Each is readable by every role. */
const FACTS = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
  current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit,
  current_setting('TimeZone') as zone, current_setting('max_connections')::int as most,
  current_setting('superuser_reserved_connections')::int as reserved,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
  pg_is_in_recovery() as standby, extract(epoch from clock_timestamp())::float8 as seconds,
  has_schema_privilege(current_user, current_schema(), 'CREATE')
    and has_database_privilege(current_user, current_database(), 'CREATE') as maycreate,
  to_regclass($1) is not null as migrated`;

/** Tables of the portal in which this role may not do what the server does. */
const FORBIDDEN = `select count(*)::int as count from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
    and not (${['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((right) => `has_table_privilege(current_user, oid, '${right}')`).join(' and ')})`;

/**
 * Looks at PostgreSQL without changing anything: rights, version, migrations, settings and clock.
 * @param migrates whether the start of a server makes the migrations that are missing
 */
export async function lookAtPostgres(url: string, migrates: boolean, asking: Asking): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: asking.patienceMs,
    query_timeout: asking.patienceMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('set default_transaction_read_only = on');
    const asked = asking.now().getTime();
    const { rows } = await client.query<Facts>(FACTS, [MIGRATION_TABLE]);
    const facts = rows[0]!;
    const ahead = (asked + asking.now().getTime()) / 2000 - facts.seconds;
    return [
      ...settingsOf(facts),
      await rightsOf(client, facts, migrates),
      clockFinding(ABOUT, ahead),
      await quietness(url),
    ].flat();
  } catch (error) {
    const refused = databaseRefusedOr(url, error);
    if (!(refused instanceof DatabaseRefused)) throw error;
    return [fault(ABOUT, refused.message, 'Nothing works without it', PAGE)];
  } finally {
    await client.end().catch(() => {});
  }
}

function settingsOf(facts: Facts): Finding[] {
  const { version, encoding, fsync, pages, commit, zone, most, reserved, used, standby } = facts;
  const major = Math.floor(version / 10_000);
  const lossy = Object.entries({ fsync, full_page_writes: pages, synchronous_commit: commit })
    .filter(([, setting]) => setting === 'off')
    .map(([name]) => name);
  const found = [ok(ABOUT, `PostgreSQL ${major} answers, time zone ${zone}`)];
  if (version < OLDEST)
    found.push(fault(ABOUT, `PostgreSQL ${major} is too old`, 'Use 15 or newer', SETTINGS));
  if (encoding !== 'UTF8')
    found.push(fault(ABOUT, `its encoding is ${encoding}`, 'Create the database with UTF8', SETTINGS));
  if (standby) found.push(fault(ABOUT, 'it is a standby, which takes no writes', 'Name the primary', PAGE));
  if (lossy.length > 0) {
    const said = `${lossy.join(', ')} is off: a crash loses what people were told is saved`;
    found.push(fault(ABOUT, said, 'Switch it on', SETTINGS));
  }
  const free = most - reserved;
  if (free < OF_A_PROCESS) {
    const said = `it has ${free} connections for all, and a process needs up to ${OF_A_PROCESS}`;
    found.push(fault(ABOUT, said, 'Raise max_connections', SETTINGS));
  } else if (free - used < OF_A_PROCESS) {
    const said = `${used} of ${free} connections are in use, and one more process needs up to ${OF_A_PROCESS}`;
    found.push(warning(ABOUT, said, 'Raise max_connections before you start another process', SETTINGS));
  } else found.push(ok(ABOUT, `connections for ${Math.floor(free / OF_A_PROCESS)} processes`));
  return found;
}

/** Compares the migrations that were made with those of this version, and the rights with what is left to do. */
async function rightsOf(client: pg.Client, facts: Facts, migrates: boolean): Promise<Finding[]> {
  const found = [await fitOf(client, facts, migrates)];
  const forbidden = await client.query<{ count: number }>(FORBIDDEN);
  const { count = 0 } = forbidden.rows[0] ?? {};
  if (count > 0) {
    const said = `this role may not read and write ${count} tables`;
    found.push(fault(ABOUT, said, 'Give it select, insert, update and delete', PAGE));
  }
  return found;
}

async function fitOf(client: pg.Client, { migrated, maycreate }: Facts, migrates: boolean): Promise<Finding> {
  const { rows } = migrated
    ? await client.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`)
    : { rows: [] };
  const made = new Set(rows.map(({ name }) => name));
  const missing = Object.keys(migrations).filter((name) => !made.has(name)).length;
  const newer = [...made].filter((name) => !(name in migrations)).length;
  if (missing > 0 && !migrates)
    return fault(
      ABOUT,
      `${missing} migrations are to be made`,
      'Run "npm run migrate" of this version',
      UPGRADE,
    );
  if (missing > 0 && !maycreate) {
    const said = `${missing} migrations are to be made, and this role may not change tables`;
    return fault(ABOUT, said, 'Run "npm run migrate" by the role that may', UPGRADE);
  }
  if (missing > 0) return ok(ABOUT, `${missing} migrations are made at the start`);
  const problem = await unfit(through(client));
  if (problem !== null) return fault(ABOUT, `it ${problem}`, 'Nothing works until then', UPGRADE);
  return ok(
    ABOUT,
    newer > 0
      ? `${newer} migrations of a newer version, which lets this one go on`
      : 'all migrations of this version were made',
  );
}

/** Lets queries of the storage use a connection. */
const through = (client: pg.Client) => {
  const pool = { connect: async () => Object.assign(client, { release: () => {} }), end: async () => {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) });
};

/** Whether PostgreSQL writes values into its own log. */
async function quietness(url: string): Promise<Finding> {
  let loud = '';
  const write = (line: string) => {
    loud = Object.keys(JSON.parse(line).settings ?? {}).join(', ');
  };
  await quietStart(url, pino({ level: 'warn' }, { write }));
  return loud === ''
    ? ok(ABOUT, 'its log gets no values')
    : warning(ABOUT, `its log may get values: ${loud}`, 'Set these for the role of the server', SETTINGS);
}
