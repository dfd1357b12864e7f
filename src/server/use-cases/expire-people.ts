import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { ServerContext } from '#server/context.ts';
import type { Trx } from '#server/storage/database.ts';
import { inBatches } from '#server/storage/in-batches.ts';

/** Time after a login, and after a look, until somebody looks whether a person has anything left here. */
const LOOKED_AT_AFTER_MS = DAY_MS;

type Found = { id: string; at: string };

/**
 * Forgets people who have nothing left here: no session, no application, no hand-over, no note of an expired draft.
 * The others are looked at again a day later. A login at the same moment keeps its person: it changes the row.
 * @param timeIsOver whether the rest is left to the next run
 */
export const expirePeople = (
  context: ServerContext,
  part: string,
  now: Date,
  timeIsOver: () => boolean,
): Promise<void> => {
  const due = new Date(now.getTime() - LOOKED_AT_AFTER_MS);
  return inBatches<Found>(
    context,
    {
      part,
      next: async (after, limit) => {
        const behind = after === null ? sql`` : sql`and (needed_at, id) > (${after.at}, ${after.id})`;
        const { rows } = await sql<Found>`select id, needed_at::text as at from app_user
          where needed_at <= ${due} ${behind} order by needed_at, id limit ${limit}`.execute(
          context.storage.db,
        );
        return rows;
      },
      work: (rows) =>
        lookAt(
          context,
          rows.map(({ id }) => id),
          { now, due },
        ),
      about: ({ id }) => ({ person: id }),
    },
    timeIsOver,
  );
};

const lookAt = (context: ServerContext, ids: string[], { now, due }: Record<'now' | 'due', Date>) =>
  context.storage.db.transaction().execute(async (trx) => {
    const people = await trx
      .selectFrom('appUser')
      .select('id')
      .where('id', 'in', ids)
      .where('neededAt', '<=', due)
      .forUpdate()
      .skipLocked()
      .execute();
    if (people.length === 0) return;
    const held = people.map(({ id }) => id);
    await forgetWithoutAnything(trx, held);
    await trx.updateTable('appUser').set({ neededAt: now }).where('id', 'in', held).execute();
  });

/**
 * Forgets those of these people, whose rows are locked, who have nothing left here.
 * @returns how many
 */
export async function forgetWithoutAnything(trx: Trx, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('appUser')
    .where('id', 'in', ids)
    .where(
      sql<boolean>`not exists (select from session where user_id = app_user.id)
        and not exists (select from process where user_id = app_user.id)
        and not exists (select from handover where user_id = app_user.id)
        and not exists (select from expired_draft where user_id = app_user.id)`,
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
