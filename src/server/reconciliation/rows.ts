import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { Database } from '#server/storage/database.ts';
import type { Expired } from '#server/storage/erase-rows.ts';
import type { UnreconciledTable } from '#server/storage/tables.ts';
import type { TrailEntry } from '#server/trail/entries.ts';

const KEPT_DAYS = 90;

/** Questions that no partner has answered for so long. */
export const oldQuestions: Expired = {
  table: 'unreconciled',
  by: 'noted_at',
  key: 'id',
  isOver: (now) => sql`noted_at <= ${new Date(now.getTime() - KEPT_DAYS * DAY_MS)}`,
};

type Kind = UnreconciledTable['kind'];
/** An entry of the trail that the database does not know. */
export type Known<E extends TrailEntry['event'] = TrailEntry['event']> = Extract<TrailEntry, { event: E }> & {
  at: string;
};

/** Returns the ids that wait under a kind, in their order. */
export const waiting = async (db: Database, kind: Kind, after: string, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('unreconciled')
      .select('id')
      .where('kind', '=', kind)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** Returns entries of the trail of one kind, the oldest first. */
export async function knownOf<E extends TrailEntry['event'] & Kind>(
  db: Database,
  event: E,
): Promise<Known<E>[]> {
  const rows = await db
    .selectFrom('unreconciled')
    .select('facts')
    .where('kind', '=', event)
    .where('facts', 'is not', null)
    .orderBy(sql`facts ->> 'at'`)
    .execute();
  return rows.map(({ facts }) => facts as Known<E>);
}

/** Notes that something is cleared. */
export const cleared = (db: Database, kind: Kind, id: string): Promise<unknown> =>
  db.deleteFrom('unreconciled').where('kind', '=', kind).where('id', '=', id).execute();

/** Whether anything waits. */
export const isAnythingWaiting = async (db: Database): Promise<boolean> =>
  (
    await db
      .selectFrom('unreconciled')
      .select('id')
      .where(sql<boolean>`kind > ''`)
      .orderBy('kind')
      .limit(1)
      .execute()
  ).length > 0;
