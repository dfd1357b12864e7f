import pg from 'pg';
import { pino } from 'pino';
import { madeMigrations } from '#server/storage/bring-up-to-date.ts';
import { readPostgres } from '#server/storage/database.ts';
import { DatabaseRefused, databaseRefusedOr } from '#server/storage/database-refused.ts';
import { migrations } from '#server/storage/migrations.ts';
import { quietStart } from '#server/storage/quiet-log.ts';
import { unfit } from '#server/storage/schema-fit.ts';
import { clockFinding } from './clocks.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import type { Asking } from './partners.ts';

const ABOUT = 'database';
const PAGE = 'operations.md#when-the-database-is-away';
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
    and has_database_privilege(current_user, current_database(), 'CREATE') as maycreate`;

/** Tables of the portal in which this role may not do what the server does. */
const FORBIDDEN = `select count(*)::int as count from pg_class
  where relnamespace in (current_schema()::regnamespace, to_regnamespace('jobs')) and relkind = 'r'
    and relname not like 'portal\\_migration%'
    and not (${['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((right) => `has_table_privilege(current_user, oid, '${right}')`).join(' and ')})`;

/**
 * Looks at PostgreSQL without changing anything: rights, version, migrations, settings and clock.
 * @param migrates whether the server makes missing migrations itself
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
    const { rows } = await client.query<Facts>(FACTS);
    const facts = rows[0]!;
    const ahead = (asked + asking.now().getTime()) / 2000 - facts.seconds;
    return [
      ...settingsOf(facts),
      await schemaOf(url, migrates && facts.maycreate, migrates),
      await rightsOf(client),
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

/** Whether this version can work on the tables, or can make them so. */
async function schemaOf(url: string, mayMigrate: boolean, migrates: boolean): Promise<Finding> {
  const db = readPostgres(url);
  try {
    const reason = await unfit(db);
    const made = new Set(await madeMigrations(db));
    const missing = Object.keys(migrations).filter((name) => !made.has(name)).length;
    if (reason === null) return ok(ABOUT, 'its tables fit this version');
    if (missing > 0 && mayMigrate) return ok(ABOUT, `${missing} migrations are made at the start`);
    if (missing > 0 && migrates) {
      const said = `it lacks ${missing} migrations, and this role may not change tables`;
      return fault(ABOUT, said, 'Make the role their owner, or migrate with another one', 'upgrade.md');
    }
    return fault(ABOUT, `it ${reason}`, 'Do what it says, then check again', 'upgrade.md');
  } finally {
    await db.destroy();
  }
}

async function rightsOf(client: pg.Client): Promise<Finding[]> {
  const forbidden = await client.query<{ count: number }>(FORBIDDEN);
  const { count = 0 } = forbidden.rows[0] ?? {};
  if (count === 0) return [];
  const said = `this role may not read and write ${count} tables`;
  return [fault(ABOUT, said, 'Give it select, insert, update and delete', PAGE)];
}

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
