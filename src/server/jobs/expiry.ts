import type { ExpressionBuilder } from 'kysely';
import { forgetCounts } from '#server/analytics/expiry.ts';
import type { ServiceContext } from '#server/context.ts';
import { askedForDays } from '#server/payment/check.ts';
import { eraseProcess, isDelivered } from '#server/processes/erase.ts';
import { forgetExpired, noteExpired } from '#server/processes/expired-drafts.ts';
import { factsOf, isRunning, loadForService } from '#server/processes/row.ts';
import type { Tables } from '#server/storage/tables.ts';

const batch = 100;

/**
 * Erases what has passed its date: sessions, logins under way, drafts, the documents of sent applications, counts.
 * A submission under way is left alone, and so is a payment that can still be made.
 */
export async function runExpiry(context: ServiceContext): Promise<void> {
  const now = context.now();
  const { db } = context.storage;
  await db.deleteFrom('loginState').where('expiresAt', '<=', now).execute();
  await endSessions(context, now);
  const expired = await db
    .selectFrom('process')
    .select('id')
    .where('availableUntil', '<=', now)
    .where((eb) => eb.not(isRunning))
    .where((eb) => eb.or([eb('status', '=', 'SUBMITTED'), eb.not(eb.exists(deliveredStep(eb)))]))
    .where((eb) => eb.or([eb('status', '!=', 'PAYMENT_PENDING'), eb('statusChanged', '<=', oldest(now))]))
    .orderBy('availableUntil')
    .limit(batch)
    .execute();
  for (const { id } of expired) await expire(context, id);
  await forgetPayments(context, now);
  await forgetCounts(context);
  await forgetExpired(context);
}

/** An anonymous process ends with its session (spec section 4, saving). */
async function endSessions(context: ServiceContext, now: Date): Promise<void> {
  await context.storage.db.transaction().execute(async (trx) => {
    const ended = (eb: ExpressionBuilder<Tables, 'session'>) =>
      eb.or([eb('expiresAt', '<=', now), eb('sessionExpiresAt', '<=', now)]);
    await trx
      .updateTable('process')
      .set({ availableUntil: now })
      .where('userId', 'is', null)
      .where('availableUntil', '>', now)
      .where('sessionId', 'in', (eb) => eb.selectFrom('session').select('id').where(ended))
      .execute();
    await trx.deleteFrom('session').where(ended).execute();
  });
}

const deliveredStep = (eb: ExpressionBuilder<Tables, 'process'>) =>
  eb
    .selectFrom('submissionStep')
    .select('step')
    .whereRef('submissionStep.processId', '=', 'process.id')
    .where('step', '=', 'SUBMIT_DATA_TO_AUTHORITY');

async function expire(context: ServiceContext, processId: string): Promise<void> {
  await context.storage.db.transaction().execute(async (trx) => {
    const row = await loadForService(trx, processId);
    // Somebody may have gone on with it since it was found.
    if (!row || row.availableUntil > context.now() || factsOf(row).running) return;
    // The authority has it: what is still missing is made up for, and then it is a sent application.
    if (row.status !== 'SUBMITTED' && (await isDelivered(trx, row.id))) return;
    if (row.status !== 'SUBMITTED' || row.userId === null) {
      await noteExpired(context, trx, row);
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

/** What is left of erased drafts' payments goes when nobody asks for them any more. */
const forgetPayments = (context: ServiceContext, now: Date) =>
  context.storage.db
    .deleteFrom('payment')
    .where('createdAt', '<=', oldest(now))
    .where('processId', 'not in', (eb) => eb.selectFrom('process').select('id'))
    .execute();

/** Payments begun before this are not asked for any more. */
const oldest = (now: Date) => new Date(now.getTime() - askedForDays * 24 * 3_600_000);
