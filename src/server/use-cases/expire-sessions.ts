import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { bySession } from '#server/security/events.ts';
import { inBatches } from '#server/storage/in-batches.ts';

/** The end of a session, in the words of its index (storage/migrations.ts). */
const end = sql<Date>`least(expires_at, session_expires_at)`;

type Ended = { id: string; at: string };

/**
 * Ends sessions whose time is over; an anonymous process ends with its session (spec section 4, saving).
 * @param timeIsOver whether the rest is left to the next run
 */
export const expireSessions = (
  context: ServerContext,
  part: string,
  now: Date,
  timeIsOver: () => boolean,
): Promise<void> =>
  inBatches<Ended>(
    context,
    {
      part,
      next: async (after, limit) => {
        const behind = after === null ? sql`` : sql`and (${end}, id) > (${after.at}, ${after.id})`;
        const { rows } = await sql<Ended>`select id, ${end}::text as at from session
          where ${end} <= ${now} ${behind} order by ${end}, id limit ${limit}`.execute(context.storage.db);
        return rows;
      },
      work: (rows) =>
        endSessions(
          context,
          rows.map(({ id }) => id),
          now,
        ),
      about: ({ id }) => ({ session: id }),
    },
    timeIsOver,
  );

/** Ends those of these sessions that nobody has continued meanwhile; another process's are left to it. */
async function endSessions(context: ServerContext, ids: string[], now: Date): Promise<void> {
  const over = await context.storage.db.transaction().execute(async (trx) => {
    const sessions = await trx
      .selectFrom('session')
      .select(['id', 'userId', 'endedAt'])
      .where('id', 'in', ids)
      .where(end, '<=', now)
      .forUpdate()
      .skipLocked()
      .execute();
    if (sessions.length === 0) return [];
    const held = sessions.map(({ id }) => id);
    await trx
      .updateTable('process')
      .set({ availableUntil: now })
      .where('userId', 'is', null)
      .where('availableUntil', '>', now)
      .where('sessionId', 'in', held)
      .execute();
    await trx.deleteFrom('session').where('id', 'in', held).execute();
    return sessions;
  });
  for (const session of over.filter(({ endedAt }) => endedAt === null)) {
    const ended = { event: 'session-end', outcome: 'succeeded', reason: 'expired' } as const;
    context.security.record(ended, bySession(session));
  }
}
