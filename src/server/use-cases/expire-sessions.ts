import type { ExpressionBuilder } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import { bySession } from '#server/security/events.ts';
import type { Tables } from '#server/storage/tables.ts';

/** Ends sessions whose time is over; an anonymous process ends with its session (spec section 4, saving). */
export async function expireSessions(context: ServerContext, now: Date): Promise<void> {
  const over = await context.storage.db.transaction().execute(async (trx) => {
    const ended = (eb: ExpressionBuilder<Tables, 'session'>) =>
      eb.or([eb('expiresAt', '<=', now), eb('sessionExpiresAt', '<=', now)]);
    await trx
      .updateTable('process')
      .set({ availableUntil: now })
      .where('userId', 'is', null)
      .where('availableUntil', '>', now)
      .where('sessionId', 'in', (eb) => eb.selectFrom('session').select('id').where(ended))
      .execute();
    return trx.deleteFrom('session').where(ended).returning(['id', 'userId', 'endedAt']).execute();
  });
  for (const session of over.filter(({ endedAt }) => endedAt === null)) {
    const end = { event: 'session-end', outcome: 'succeeded', reason: 'expired' } as const;
    context.security.record(end, bySession(session));
  }
}
