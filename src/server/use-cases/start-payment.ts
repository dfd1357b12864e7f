import type { ServerContext } from '#server/context.ts';
import { assertGoesOn } from '#server/interruptions/interruptions.ts';
import {
  type Attempt,
  attemptsOf,
  insertAttempt,
  isOpenAttempt,
  keepTransaction,
  moveAttempt,
  resumeAttempt,
} from '#server/payment/attempt.ts';
import type { ProviderPayment } from '#server/ports/payment.ts';
import { ProblemError } from '#server/problem-error.ts';
import { admissionRules, assertAdmitted } from '#server/processes/admission.ts';
import { metadataOf } from '#server/processes/form.ts';
import { accepts, factsOf, type ProcessRow, type Spoken } from '#server/processes/row.ts';
import { assertStillConfirmed } from '#server/processes/still-confirmed.ts';
import { enqueuePaymentCheck } from '#server/queues/queues.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { act, readOwned } from '#server/workflow/act.ts';
import { checkPaymentsOf } from './check-payment.ts';
import { settle } from './settle-payment.ts';

const started = { type: 'payment.started' } as const;

/**
 * Starts the one payment of a process, or resumes it. While the provider has a transaction that can still be paid, no
 * second one is opened (docs/decisions/0004-one-payment.md). Returns the provider's page, or null if the data was
 * changed meanwhile: nobody is sent to pay a fee that is not due.
 * @throws ProblemError not-found, version-conflict, summary-changed, status-conflict, login-required,
 * login-not-accepted, trust-level-too-low, interrupted
 * @throws PartnerUnavailable; the process is unchanged, and the attempt continues next time
 */
export async function startPayment(
  context: ServerContext,
  session: Session,
  processId: string,
  { version, lang }: { version: number } & Spoken,
): Promise<{ redirectUrl: string | null; row: ProcessRow }> {
  await checkPaymentsOf(context, session, processId);
  const { attempt, row } = await act(
    context,
    session,
    processId,
    { version, accepts: started, lang, edits: true },
    async ({ trx, row }) => {
      assertStillConfirmed(context, row);
      assertGoesOn(context, 'payment');
      assertAdmitted(context, session, admissionRules(metadataOf(context, row), row), 'submission');
      return { attempt: await presentAttempt(context, trx, row), row };
    },
  );
  const metadata = metadataOf(context, row);
  const locale = lang ?? row.locale;
  const payment = await context.paymentProvider.start({
    requestId: attempt.id,
    endPointId: attempt.endPointId,
    amountCents: attempt.amountCents,
    purpose: metadata.feePurpose[locale],
    description: metadata.title[locale],
    returnUrl: `${context.config.PUBLIC_URL}/redirect?lang=${locale}&id=${attempt.checkoutSign}`,
  });
  // From here on it can be paid, whatever becomes of the database.
  const { id, amountCents, endPointId } = attempt;
  const { transactionId, reference } = payment;
  const opened = { process: processId, payment: id, attempt: attempt.attempt, amountCents, endPointId };
  context.trail.note({ event: 'payment', ...opened, transactionId, reference });
  // Changes made meanwhile are checked below, not refused here: the provider's transaction has to be stored.
  const meanwhile = { version: null, accepts: null, lang };
  const moved = await act(context, session, processId, meanwhile, async ({ trx, row: process, move }) => {
    const isOpen = await openAttempt(context, trx, process, attempt.id, payment);
    if (!isOpen || !isStillDue(process, row, attempt)) return supersede(context, trx, process, attempt.id);
    return move(started);
  });
  if (!moved) {
    const { version: present, status } = await readOwned(context, session, processId);
    throw new ProblemError('version-conflict', { version: present, processStatus: status });
  }
  if (payment.state === 'pending') return { redirectUrl: payment.redirectUrl, row: moved };
  // An attempt whose first answer was lost may have ended at the provider in the meantime.
  await settle(context, attempt, payment);
  return { redirectUrl: null, row: await readOwned(context, session, processId) };
}

/** Whether the confirmed data and its fee are unchanged since the question to the provider. */
const isStillDue = (process: ProcessRow, before: ProcessRow, { amountCents }: Attempt): boolean =>
  accepts(process, started) &&
  process.confirmedHash === before.confirmedHash &&
  factsOf(process).feeCents === amountCents;

/**
 * Supersedes an attempt to which nobody is sent any more. The provider still has its transaction (the standard has no
 * call that ends one) and is still asked about it: a person who pays it elsewhere gets the money back.
 */
async function supersede(
  context: ServerContext,
  trx: Trx,
  process: ProcessRow,
  attemptId: string,
): Promise<null> {
  const present = (await attemptsOf(trx, process.id)).find(({ id }) => id === attemptId);
  if (present) await moveAttempt(context, trx, present, { type: 'attempt.superseded' }, 'server');
  context.log.warn(
    { processId: process.id, paymentId: attemptId },
    'payment opened for data that has changed',
  );
  return null;
}

/**
 * Stores a transaction that the provider has opened, or has still open, and begins to ask about it. Meanwhile another window may have done so, or changed the data,
 * so that this attempt no longer counts.
 * @returns whether it can be paid
 */
async function openAttempt(
  context: ServerContext,
  trx: Trx,
  process: ProcessRow,
  attemptId: string,
  { transactionId, reference, redirectUrl, timestamp }: ProviderPayment,
): Promise<boolean> {
  const present = (await attemptsOf(trx, process.id)).find(({ id }) => id === attemptId);
  if (!present) return false;
  await resumeAttempt(context, trx, present);
  await enqueuePaymentCheck(context, trx, attemptId);
  if (present.transactionId !== null) return isOpenAttempt(present);
  const opened = { type: 'payment.opened', transactionId, reference, reportedAt: timestamp } as const;
  const transaction = { transactionId, reference };
  const change = { ...transaction, redirectUrl };
  const moved = await moveAttempt(context, trx, present, opened, 'paymentProvider', change);
  // Nobody is sent to a replaced attempt, but it can be paid, so the provider is asked about it like any other.
  if (!moved) await keepTransaction(trx, present, transaction);
  return moved !== null;
}

/** Returns the open attempt if its amount is still the fee, otherwise a new one. */
async function presentAttempt(context: ServerContext, trx: Trx, process: ProcessRow): Promise<Attempt> {
  const facts = factsOf(process);
  const attempts = await attemptsOf(trx, process.id);
  const open = attempts.find(isOpenAttempt);
  if (open && open.amountCents === facts.feeCents) return open;
  // Nobody has ever seen an attempt with another amount: payable ones keep the process in PAYMENT_PENDING.
  if (open) await moveAttempt(context, trx, open, { type: 'attempt.superseded' }, 'person');
  return insertAttempt(context, trx, {
    processId: process.id,
    attempt: (attempts[0]?.attempt ?? 0) + 1,
    amountCents: facts.feeCents,
    endPointId: metadataOf(context, process).authority.paymentEndPointId,
  });
}
