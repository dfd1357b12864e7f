import type { Infer } from '#contract/call.ts';
import type { paymentCalls } from '#contract/payment.ts';
import type { ServerContext } from '#server/context.ts';
import { createAsks } from '#server/payment/asks.ts';
import { attemptOfSign, viewState } from '#server/payment/attempt.ts';
import { ProblemError } from '#server/problem-error.ts';
import { factsOf, nextStepOf, type ProcessRow } from '#server/processes/row.ts';
import { checkAttempt } from './check-payment.ts';

type Settlement = Infer<typeof paymentCalls.completePayment.answer>;

/** Limits questions to the provider, because anyone with the address of a return may call it repeatedly. */
const returnsAsk = createAsks(2000);

/**
 * Handles the return from the provider's page. It returns the present state of the payment, and of the application
 * after it. A paid attempt stays paid, and the provider is not asked about it again.
 * @throws ProblemError not-found when the sign is not valid; PartnerUnavailable
 */
export async function completePayment(context: ServerContext, checkoutSign: string): Promise<Settlement> {
  const attempt = await attemptOfSign(context, checkoutSign);
  if (!attempt) throw new ProblemError('not-found');
  if (attempt.state !== 'paid') await returnsAsk(attempt.id, () => checkAttempt(context, attempt));
  const { db } = context.storage;
  const row = await db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.paymentId', 'payment.id')
    .leftJoin('process', 'process.id', 'payment.processId')
    .select(['payment.state', 'refund.amountCents', 'process.status', 'process.context'])
    .where('payment.id', '=', attempt.id)
    .executeTakeFirst();
  if (!row) throw new ProblemError('not-found');
  const { status, context: facts } = row;
  return {
    processId: attempt.processId,
    paymentState: viewState(row.state),
    refundCents: row.amountCents ?? 0,
    application: status !== null && facts !== null ? applicationView({ status, context: facts }) : null,
  };
}

const applicationView = (row: Pick<ProcessRow, 'status' | 'context'>) => {
  const { running, hasUser } = factsOf(row);
  return { status: row.status, nextStep: nextStepOf(row), running, hasUser };
};
