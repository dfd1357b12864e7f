import type { Infer } from '#contract/call.ts';
import type { paymentCalls } from '#contract/payment.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { ServiceContext } from '#server/context.ts';
import { viewState } from '#server/payment/attempt.ts';
import { ProblemError } from '#server/problem-error.ts';
import {
  accepts,
  assertAccepts,
  assertVersion,
  factsOf,
  languageOfAct,
  nextStepOf,
  type ProcessRow,
  type Spoken,
} from '#server/processes/row.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { createAsks } from '../payment/asks.ts';
import {
  type Attempt,
  attemptOfSign,
  attemptsOf,
  insertAttempt,
  isOpenAttempt,
  keepTransaction,
  moveAttempt,
} from '../payment/attempt.ts';
import type { ProviderPayment } from '../ports/payment.ts';
import { assertLoginAccepted } from '../processes/admission.ts';
import { assertConfirmed, metadataOf } from '../processes/offer.ts';
import { loadOwned, readOwned } from '../processes/owned.ts';
import { enqueue } from '../queues/queues.ts';
import { moveProcess } from '../workflow/move.ts';
import { checkAttempt, checkPayments } from './check-payment.ts';
import { settle } from './settle-payment.ts';

type Settlement = Infer<typeof paymentCalls.completePayment.answer>;

/**
 * Starts the one payment of a process, or resumes it: while the provider holds a transaction that can still
 * be paid, no second one is opened (docs/decisions/0004-one-payment.md). Answers the provider's page, unless the
 * data was changed while the provider was asked: nobody is sent to pay a fee that is not due.
 * @throws ProblemError not-found, version-conflict, summary-changed, status-conflict, login-required,
 * login-not-accepted
 * @throws PartnerUnavailable; the process is as it was, and the same attempt goes on next time
 */
export async function startPayment(
  context: ServiceContext,
  session: Session,
  processId: string,
  input: { version: number } & Spoken,
): Promise<{ redirectUrl: string | null; row: ProcessRow }> {
  await checkPaymentsOf(context, session, processId);
  const { attempt, row } = await context.storage.db.transaction().execute(async (trx) => {
    const process = await loadOwned(context, trx, session, processId);
    assertAccepts(process, { type: 'payment.started' });
    assertVersion(process, input.version);
    assertConfirmed(context, process);
    assertLoginAccepted(session, metadataOf(context, process));
    return { attempt: await presentAttempt(context, trx, process), row: process };
  });
  const metadata = metadataOf(context, row);
  const { locale } = languageOfAct(row, input);
  const payment = await context.paymentProvider.start({
    requestId: attempt.id,
    endPointId: attempt.endPointId,
    amountCents: attempt.amountCents,
    purpose: metadata.feePurpose[locale],
    description: metadata.title[locale],
    returnUrl: `${context.config.PUBLIC_URL}/redirect?lang=${locale}&id=${attempt.checkoutSign}`,
  });
  const moved = await context.storage.db.transaction().execute(async (trx) => {
    const process = await loadOwned(context, trx, session, processId);
    const isOpen = await openAttempt(context, trx, process, attempt.id, payment);
    if (!isOpen || !isStillDue(process, row, attempt)) return supersede(context, trx, process, attempt.id);
    return moveProcess(context, trx, process, { type: 'payment.started' }, languageOfAct(process, input));
  });
  if (!moved) {
    const { version, status } = await readOwned(context, session, processId);
    throw new ProblemError('version-conflict', { version, processStatus: status as ProcessStatus });
  }
  if (payment.state === 'pending') return { redirectUrl: payment.redirectUrl, row: moved };
  // An attempt whose first answer was lost may have ended at the provider in the meantime.
  await settle(context, attempt, payment);
  return { redirectUrl: null, row: await readOwned(context, session, processId) };
}

/** Whether what was confirmed, and what it costs, is what it was when the provider was asked. */
const isStillDue = (process: ProcessRow, before: ProcessRow, { amountCents }: Attempt): boolean =>
  accepts(process, { type: 'payment.started' }) &&
  process.confirmedHash === before.confirmedHash &&
  factsOf(process).feeCents === amountCents;

/**
 * An attempt that nobody is sent to any more. The provider holds its transaction all the same (the standard knows no
 * call that ends one), so it stays asked for: whoever pays it elsewhere gets the money back.
 */
async function supersede(
  context: ServiceContext,
  trx: Trx,
  process: ProcessRow,
  attemptId: string,
): Promise<null> {
  const present = (await attemptsOf(trx, process.id)).find(({ id }) => id === attemptId);
  if (present) await moveAttempt(context, trx, present, { type: 'attempt.superseded' });
  context.log.warn(
    { processId: process.id, paymentId: attemptId },
    'payment opened for data that has changed',
  );
  return null;
}

/**
 * Writes down what the provider opened; another window may have done so while this one waited for its answer, or
 * changed the data, so that this attempt does not count any more.
 * @returns whether it can be paid
 */
async function openAttempt(
  context: ServiceContext,
  trx: Trx,
  process: ProcessRow,
  attemptId: string,
  { transactionId, reference, redirectUrl, timestamp }: ProviderPayment,
): Promise<boolean> {
  const present = (await attemptsOf(trx, process.id)).find(({ id }) => id === attemptId);
  if (!present) return false;
  if (present.transactionId !== null) return isOpenAttempt(present);
  const opened = { type: 'payment.opened', transactionId, reference, reportedAt: timestamp } as const;
  const moved = await moveAttempt(context, trx, present, opened, { transactionId, reference, redirectUrl });
  // Replaced meanwhile: nobody is sent to it, but it can be paid, so it is asked for like every transaction.
  if (!moved) await keepTransaction(trx, present, { transactionId, reference });
  await enqueue(context, 'payment-check', { paymentId: attemptId }, { trx, startAfter: 10 });
  return moved !== null;
}

/** The open attempt if its amount is still the fee, else a new one. */
async function presentAttempt(context: ServiceContext, trx: Trx, process: ProcessRow): Promise<Attempt> {
  const facts = factsOf(process);
  const attempts = await attemptsOf(trx, process.id);
  const open = attempts.find(isOpenAttempt);
  if (open && open.amountCents === facts.feeCents) return open;
  // An attempt of another amount was never shown to anybody: payable ones keep the process in PAYMENT_PENDING.
  if (open) await moveAttempt(context, trx, open, { type: 'attempt.superseded' });
  return insertAttempt(context, trx, {
    processId: process.id,
    attempt: (attempts[0]?.attempt ?? 0) + 1,
    amountCents: facts.feeCents,
    endPointId: metadataOf(context, process).authority.paymentEndPointId,
  });
}

/** Asks the provider how the payment of one's own process stands. @throws ProblemError not-found; PartnerUnavailable */
export async function checkPaymentsOf(
  context: ServiceContext,
  session: Session,
  processId: string,
): Promise<void> {
  await readOwned(context, session, processId);
  await checkPayments(context, processId);
}

/** Whoever has the address of a return may call it again and again: the provider is asked so seldom all the same. */
const returnsAsk = createAsks(2000);

/**
 * The return from the provider's page: how the payment stands now, and the application after it. What is paid stays
 * paid, and is not asked for any more.
 * @throws ProblemError not-found when the sign does not hold; PartnerUnavailable
 */
export async function completePayment(context: ServiceContext, checkoutSign: string): Promise<Settlement> {
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
  return { status: row.status as ProcessStatus, nextStep: nextStepOf(row), running, hasUser };
};
