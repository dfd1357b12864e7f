import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

/**
 * Settings by which PostgreSQL keeps values out of its own log: parameters of slow and failed statements, and rows in
 * the details of an error. Those of extensions count where the extension is loaded.
 */
const quiet = {
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  'auto_explain.log_parameter_max_length': '0',
  'pgaudit.log_parameter': 'off',
} as const;
type Name = keyof typeof quiet;

/** Part of the settings of a connection: what it begins with (libpq, `options`). */
export type QuietStart = { options?: string };

const names = Object.keys(quiet)
  .map((name) => `'${name}'`)
  .join(', ');

/**
 * Returns what a connection begins with so that PostgreSQL writes no values into its log, as far as this role may set
 * that. The operators are told what they must set themselves (docs/operations.md).
 */
export async function quietStart(databaseUrl: string, log: FastifyBaseLogger): Promise<QuietStart> {
  const settable = await settableNames(databaseUrl);
  const start: QuietStart =
    settable.length === 0 ? {} : { options: settable.map((name) => `-c ${name}=${quiet[name]}`).join(' ') };
  const rows = await ask<{ name: Name; setting: string }>(
    databaseUrl,
    start,
    `select name, setting from pg_settings where name in (${names})`,
  );
  tellLoud(rows, [], log);
  return start;
}

/**
 * Returns the same settings, for transactions to begin with where a pooler has the connections: without those that the role
 * has anyway.
 */
export async function quietSettings(
  databaseUrl: string,
  log: FastifyBaseLogger,
): Promise<Partial<Record<Name, string>>> {
  const settable = await settableNames(databaseUrl);
  const rows = await ask<{ name: Name; setting: string }>(
    databaseUrl,
    {},
    `select name, setting from pg_settings where name in (${names})`,
  );
  tellLoud(rows, settable, log);
  const missing = rows.filter(({ name, setting }) => settable.includes(name) && setting !== quiet[name]);
  return Object.fromEntries(missing.map(({ name }) => [name, quiet[name]]));
}

/** @param settable those that are set before they matter */
function tellLoud(
  rows: readonly { name: Name; setting: string }[],
  settable: readonly Name[],
  log: FastifyBaseLogger,
): void {
  const loud = rows.filter(({ name, setting }) => setting !== quiet[name] && !settable.includes(name));
  if (loud.length > 0) {
    const settings = Object.fromEntries(loud.map(({ name }) => [name, quiet[name]]));
    log.warn({ settings }, 'the log of the database may get values: set these for the role of the server');
  }
}

const settableNames = async (databaseUrl: string): Promise<Name[]> =>
  (await ask<{ name: Name }>(databaseUrl, {}, await settableOf(databaseUrl))).map(({ name }) => name);

/** Returns the query for the settings that the role may set. Before PostgreSQL 15, others cannot be granted. */
async function settableOf(databaseUrl: string): Promise<string> {
  const [server] = await ask<{ version: number }>(
    databaseUrl,
    {},
    "select current_setting('server_version_num')::integer as version",
  );
  const granted = (server?.version ?? 0) >= 150_000 ? "or has_parameter_privilege(name, 'SET')" : '';
  return `select name from pg_settings where name in (${names})
    and (context = 'user' or current_setting('is_superuser') = 'on' ${granted})`;
}

/** Asks over a connection of its own that begins so. */
async function ask<T extends pg.QueryResultRow>(
  connectionString: string,
  start: QuietStart,
  query: string,
): Promise<T[]> {
  const client = new pg.Client({ connectionString, ...start });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}
