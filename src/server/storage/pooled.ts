import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** Settings of PostgreSQL by their names. */
export type Settings = Readonly<Record<string, string | number>>;

/** Part of the connection that Kysely uses here. */
type Query = (text: string, parameters: readonly unknown[]) => Promise<unknown>;

/**
 * Wraps a connection of a pooler, which may be another one at PostgreSQL after each transaction: what others keep for the
 * connection is set at the beginning of each transaction, in the same call. A statement without a transaction gets one.
 */
export function beginningWith(client: PostgresPoolClient, settings: Settings): PostgresPoolClient {
  const direct = client.query.bind(client) as unknown as Query;
  const set = Object.entries(settings).map(([name, value]) => `; set local ${name} = '${value}'`);
  if (set.length === 0) return client;
  let isOpen = false;
  const query: Query = async (text, parameters) => {
    if (/^(begin|start transaction)\b/.test(text)) {
      const answer = await direct([text, ...set].join(''), []);
      isOpen = true;
      return Array.isArray(answer) ? answer[0] : answer;
    }
    if (isOpen) {
      if (/^(commit|rollback)$/.test(text)) isOpen = false;
      return direct(text, parameters);
    }
    await direct(['begin', ...set].join(''), []);
    try {
      const answer = await direct(text, parameters);
      await direct('commit', []);
      return answer;
    } catch (error) {
      // The first failure counts; a connection that is lost fails here, too.
      await direct('rollback', []).catch(() => {});
      throw error;
    }
  };
  return { ...client, query: query as unknown as PostgresPoolClient['query'] };
}

/**
 * Returns those limits that the role does not have by itself, or has less strictly.
 * @param limits in milliseconds
 */
export async function missingLimits(
  databaseUrl: string,
  limits: Readonly<Record<string, number>>,
): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [Object.keys(limits)],
    );
    const isKept = (name: string, setting: string) => Number(setting) > 0 && Number(setting) <= limits[name]!;
    const kept = rows.filter(({ name, setting }) => isKept(name, setting)).map(({ name }) => name);
    return Object.fromEntries(Object.entries(limits).filter(([name]) => !kept.includes(name)));
  } finally {
    await client.end();
  }
}
