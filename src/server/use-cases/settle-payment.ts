import type { PaymentEvent } from '#machines/payment/payment.types.ts';
import type { ServerContext } from '#server/context.ts';
import { type Attempt, attemptsOf, isOpenAttempt, moveAttempt } from '#server/payment/attempt.ts';
import { noteRefund } from '#server/payment/refund.ts';
import type { ProviderPayment } from '#server/ports/payment.ts';
import { factsOf } from '#server/processes/row.ts';
import { keepPastPayment, paysPastFee } from '#server/processes/sent-since.ts';
import type { Trx } from '#server/storage/database.ts';
import { actByItself, type Held } from '#server/workflow/act.ts';

/**
 * Applies the provider's answer to a question: the only way for a payment result to enter the portal. Money is never
 * dropped: the process decides whether it pays the fee or is to be returned.
 */
export async function settle(
  context: ServerContext,
  attempt: Attempt,
  report: ProviderPayment | null,
): Promise<void> {
  await actByItself(
    context,
    attempt.processId,
    'paymentProvider',
    async (held) => {
      const news = await storeReport(context, held.trx, attempt, report);
      if (news) await tellProcess(context, held, news);
    },
    {
      evenBroken: true,
      gone: async (trx) => {
        const news = await storeReport(context, trx, attempt, report);
        if (news?.moved.state === 'paid') await noteRefund(context, trx, [news.moved]);
      },
    },
  );
}

type News = {
  /** The attempt in its new state, which differs from the state before. */
  moved: Attempt;
  attempts: Attempt[];
  amountCents: number;
};

/** Stores the new state of the attempt; returns null when nothing has changed. */
async function storeReport(
  context: ServerContext,
  trx: Trx,
  { id, processId }: Attempt,
  report: ProviderPayment | null,
): Promise<News | null> {
  const attempts = await attemptsOf(trx, processId);
  const present = attempts.find((one) => one.id === id);
  if (!present) return null;
  const moved = await moveAttempt(context, trx, present, eventOf(context, report), 'paymentProvider', {
    method: report?.method ?? present.method,
    redirectUrl: report?.redirectUrl ?? null,
  });
  if (!moved || moved.state === present.state) return null;
  return { moved, attempts, amountCents: report?.amountCents ?? 0 };
}

async function tellProcess(
  context: ServerContext,
  { trx, row, move }: Held,
  { moved, attempts, amountCents }: News,
): Promise<void> {
  if (moved.state === 'paid' && paysPastFee(row, amountCents)) {
    await keepPastPayment(trx, row, amountCents);
    return;
  }
  if (moved.state === 'paid') {
    const settled = await move({ type: 'payment.settled', amountCents });
    if (factsOf(settled).refundDueCents > factsOf(row).refundDueCents) {
      await noteRefund(context, trx, [moved]);
      return;
    }
    for (const other of attempts.filter((it) => it.id !== moved.id && isOpenAttempt(it))) {
      await moveAttempt(context, trx, other, { type: 'attempt.superseded' }, 'server');
    }
    return;
  }
  const counts = attempts[0]?.id === moved.id && row.status === 'PAYMENT_PENDING';
  if (!counts) return;
  if (moved.state === 'failed') await move({ type: 'payment.failed' });
  if (moved.state === 'cancelled') await move({ type: 'payment.cancelled' });
}

function eventOf(context: ServerContext, report: ProviderPayment | null): PaymentEvent {
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
      // An unknown transaction also counts as failed: it cannot be paid.
      return { type: 'provider.reportedFailed', reportedAt };
  }
}
