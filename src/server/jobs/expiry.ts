import type { ServiceContext } from '#server/context.ts';
import { eraseProcess } from '#server/processes/erase.ts';
import { factsOf, type ProcessRow } from '#server/processes/row.ts';

const batch = 100;

/**
 * Erases what has passed its date: sessions, logins under way, drafts, and the documents of sent applications.
 * A submission under way is left alone, and so is a payment that can still be made.
 */
export async function runExpiry(context: ServiceContext): Promise<void> {
  const now = context.now();
  const { db } = context.storage;
  await db.deleteFrom('loginState').where('expiresAt', '<=', now).execute();
  await endSessions(context, now);
  const expired = await db
    .selectFrom('process')
    .selectAll()
    .where('availableUntil', '<=', now)
    .orderBy('availableUntil')
    .limit(batch)
    .execute();
  for (const row of expired) await expire(context, row);
}

/** An anonymous process ends with its session (spec section 4, saving). */
async function endSessions(context: ServiceContext, now: Date): Promise<void> {
  const { db } = context.storage;
  const ended = await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expiresAt', '<=', now), eb('sessionExpiresAt', '<=', now)]))
    .returning('id')
    .execute();
  if (ended.length === 0) return;
  await db
    .updateTable('process')
    .set({ availableUntil: now })
    .where('userId', 'is', null)
    .where('status', '!=', 'SUBMITTED')
    .where(
      'sessionId',
      'in',
      ended.map(({ id }) => id),
    )
    .execute();
}

async function expire(context: ServiceContext, row: ProcessRow): Promise<void> {
  if (factsOf(row).running) return;
  await context.storage.db.transaction().execute(async (trx) => {
    if (row.status !== 'SUBMITTED' || row.userId === null) {
      await eraseProcess(context, trx, row);
      return;
    }
    // The person's list keeps the sent application; its data and documents go.
    await trx.deleteFrom('file').where('processId', '=', row.id).execute();
    await trx
      .updateTable('process')
      .set({ data: '{}', availableUntil: new Date('9999-12-31T00:00:00Z') })
      .where('id', '=', row.id)
      .execute();
  });
}
