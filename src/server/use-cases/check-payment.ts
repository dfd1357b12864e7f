import type { ServerContext } from '#server/context.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { Attempt } from '#server/payment/attempt.ts';
import { enqueue } from '#server/queues/queues.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';
import { settle } from './settle-payment.ts';

/** Asks the provider about every unpaid attempt of a process. @throws PartnerUnavailable */
export async function checkPayments(context: ServerContext, processId: string): Promise<void> {
  const attempts = await context.storage.db
    .selectFrom('payment')
    .selectAll()
    .where('processId', '=', processId)
    .where('state', '!=', 'paid')
    .where('transactionId', 'is not', null)
    .orderBy('attempt')
    .execute();
  for (const attempt of attempts) await checkAttempt(context, attempt);
}

/** Asks the provider about the payment of one's own process. @throws ProblemError not-found; PartnerUnavailable */
export async function checkPaymentsOf(
  context: ServerContext,
  session: Session,
  processId: string,
): Promise<void> {
  await readOwned(context, session, processId);
  await checkPayments(context, processId);
}

/** Asks the provider about one attempt and applies the answer. @throws PartnerUnavailable */
export async function checkAttempt(context: ServerContext, attempt: Attempt): Promise<void> {
  if (attempt.transactionId === null) return;
  await settle(
    context,
    attempt,
    await context.paymentProvider.status(attempt.endPointId, attempt.transactionId),
  );
}

/** Asks about one attempt (as a job), and repeats this at growing intervals until the outcome is final. */
export async function runPaymentCheck(context: ServerContext, paymentId: string): Promise<void> {
  const find = () =>
    context.storage.db.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirst();
  const attempt = await find();
  if (!attempt || attempt.state === 'paid') return;
  try {
    await checkAttempt(context, attempt);
  } catch (error) {
    if (!(error instanceof PartnerUnavailable)) throw error;
    context.log.warn({ paymentId, err: error }, 'payment provider did not answer');
  }
  const now = await find();
  if (!now || now.state === 'paid') return;
  await context.storage.db
    .updateTable('payment')
    .set({ checks: now.checks + 1 })
    .where('id', '=', paymentId)
    .execute();
  if (context.now() < now.askedUntil) {
    await enqueue(context, 'payment-check', { paymentId }, { startAfter: delaySeconds(now.checks) });
  } else {
    context.log.error(
      { paymentId, processId: now.processId, state: now.state },
      'payment without an outcome',
    );
  }
}

/** Returns 10 s, 20 s, 40 s … at most an hour. */
export const delaySeconds = (checks: number): number => Math.min(10 * 2 ** Math.min(checks, 12), 3600);
