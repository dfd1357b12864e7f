import type { PaymentEvent } from '#machines/payment/payment.types.ts';
import type { ServiceContext } from '#server/context.ts';
import { factsOf } from '#server/processes/row.ts';
import { type Attempt, attemptsOf, isOpenAttempt, moveAttempt } from '../payment/attempt.ts';
import { noteRefund } from '../payment/refund.ts';
import type { ProviderPayment } from '../ports/payment.ts';
import { loadForService } from '../processes/owned.ts';
import { moveProcess } from '../workflow/move.ts';

/**
 * Takes over what the provider said on being asked: the only way a payment result enters the portal.
 * Money is never dropped: the process decides whether it pays the fee or is to be returned.
 */
export async function settle(
  context: ServiceContext,
  attempt: Attempt,
  report: ProviderPayment | null,
): Promise<void> {
  await context.storage.db.transaction().execute(async (trx) => {
    const process = await loadForService(trx, attempt.processId);
    const attempts = await attemptsOf(trx, attempt.processId);
    const present = attempts.find(({ id }) => id === attempt.id);
    if (!present) return;
    const moved = await moveAttempt(context, trx, present, eventOf(context, report), {
      method: report?.method ?? present.method,
      redirectUrl: report?.redirectUrl ?? null,
    });
    if (!moved || moved.state === present.state) return;
    if (!process) {
      if (moved.state === 'paid') await noteRefund(context, trx, [moved]);
      return;
    }

    if (moved.state === 'paid') {
      const settled = await moveProcess(context, trx, process, {
        type: 'payment.settled',
        amountCents: report?.amountCents ?? 0,
      });
      const isRefund = factsOf(settled).refundDueCents > factsOf(process).refundDueCents;
      if (isRefund) {
        await noteRefund(context, trx, [moved]);
        return;
      }
      for (const other of attempts.filter((it) => it.id !== moved.id && isOpenAttempt(it))) {
        await moveAttempt(context, trx, other, { type: 'attempt.superseded' });
      }
      return;
    }
    const counts = attempts[0]?.id === moved.id && process.status === 'PAYMENT_PENDING';
    if (!counts) return;
    if (moved.state === 'failed') await moveProcess(context, trx, process, { type: 'payment.failed' });
    if (moved.state === 'cancelled') await moveProcess(context, trx, process, { type: 'payment.cancelled' });
  });
}

function eventOf(context: ServiceContext, report: ProviderPayment | null): PaymentEvent {
  const reportedAt = report?.timestamp ?? context.now().toISOString();
  switch (report?.state) {
    case 'paid':
      return {
        type: 'provider.reportedPaid',
        amountCents: report.amountCents,
        method: report.method ?? 'OTHER',
        reportedAt,
      };
    case 'pending':
      return { type: 'provider.reportedPending', reportedAt };
    case 'cancelled':
      return { type: 'provider.reportedCancelled', reportedAt };
    default:
      // Also when the provider does not know the transaction any more: nothing can be paid by it.
      return { type: 'provider.reportedFailed', reportedAt };
  }
}
