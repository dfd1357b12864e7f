import { sql } from 'kysely';
import type { Database } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import type { ServerFacts } from '#server/storage/tables.ts';

/** A server of the installation, by its own word. */
export type RunningServer = { id: string; name: string; facts: ServerFacts };

/** A server as operators see it. */
export type SeenServer = RunningServer & {
  seenAt: Date;
  /** Time since it has last written, by the clock of the database. */
  silentSeconds: number;
};

/** Silence for which a server is still listed: one that has ended properly is not. */
const FORGOTTEN = sql`clock_timestamp() - interval '1 hour'`;

/** Writes down how a server stands. @throws when the database is away */
export async function writeServer(db: Database, { id, name, facts }: RunningServer): Promise<void> {
  const said = { name, facts: json(facts), seenAt: sql<Date>`clock_timestamp()` };
  await db
    .insertInto('runningServer')
    .values({ id, ...said })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(said))
    .execute();
}

/** Takes servers off the list: one that ends, or those that it replaces and that have not ended properly. */
export const forgetServer = (db: Database, who: { id: string } | { name: string }) =>
  db
    .deleteFrom('runningServer')
    .where((eb) =>
      eb.or([
        'id' in who ? eb('id', '=', who.id) : eb('name', '=', who.name),
        eb('seenAt', '<', sql<Date>`${FORGOTTEN}`),
      ]),
    )
    .execute();

/** Returns every server that has written within the last hour, by name. */
export async function readServers(db: Database): Promise<SeenServer[]> {
  const rows = await db
    .selectFrom('runningServer')
    .selectAll()
    .select(sql<string>`extract(epoch from clock_timestamp() - seen_at)`.as('silent'))
    .where('seenAt', '>', sql<Date>`${FORGOTTEN}`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ silent, ...row }) => ({ ...row, silentSeconds: Math.max(0, Number(silent)) }));
}
