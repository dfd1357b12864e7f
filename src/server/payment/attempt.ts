import type { Selectable } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { Mover } from '#domain/journal.ts';
import type { AttemptState, PaymentState } from '#domain/payment.ts';
import { advance, begin } from '#machines/kit/advance.ts';
import { paymentMachine } from '#machines/payment/payment.machine.ts';
import type { PaymentEvent } from '#machines/payment/payment.types.ts';
import type { ServerContext } from '#server/context.ts';
import { note, noteRefused } from '#server/journal/journal.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { idFrom } from '#server/storage/id-from.ts';
import { json } from '#server/storage/json.ts';
import type { PaymentTable } from '#server/storage/tables.ts';
import { sign, verify } from './checkout-sign.ts';

export type Attempt = Selectable<PaymentTable>;

/**
 * Days for which the provider is asked about an unpaid attempt, and a return from its page is accepted, once a person
 * has been sent there; then a person at the authority has to check.
 */
const ASKED_FOR_DAYS = 14;

const askedUntil = ({ now }: Pick<ServerContext, 'now'>): Date =>
  new Date(now().getTime() + ASKED_FOR_DAYS * DAY_MS);

export const isOpenAttempt = ({ state }: Attempt): boolean => state === 'created' || state === 'pending';

/** Returns an attempt by its id. */
export const attemptOf = (db: Database, id: string): Promise<Attempt | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst();

/** All attempts of a process, newest first. */
export const attemptsOf = (trx: Trx, processId: string): Promise<Attempt[]> =>
  trx
    .selectFrom('payment')
    .selectAll()
    .where('processId', '=', processId)
    .orderBy('attempt', 'desc')
    .execute();

/** Returns the attempt whose money pays the fee: paid and not to be returned; undefined when nothing was paid. */
export const paidAttemptOf = (db: Database, processId: string): Promise<Attempt | undefined> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('processId', '=', processId)
    .where('state', '=', 'paid')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('refund').select('paymentId').whereRef('refund.paymentId', '=', 'payment.id'),
        ),
      ),
    )
    .orderBy('changedAt')
    .executeTakeFirst();

/**
 * Stores a new attempt of a person before the provider hears of it. Its id is the provider's idempotency key, and follows
 * from what it pays: where a restore has brought back an application from before the payment, the same fee is the same
 * transaction, and is not paid twice.
 */
export async function insertAttempt(
  context: ServerContext,
  trx: Trx,
  input: { processId: string; attempt: number; amountCents: number; endPointId: string },
): Promise<Attempt> {
  const id = idFrom('payment', input.processId, input.attempt, input.amountCents);
  const now = context.now();
  const row = begin(paymentMachine, { amountCents: input.amountCents });
  const until = askedUntil(context);
  const expires = Math.floor(until.getTime() / 1000);
  const checkout = { ...input, currency: 'EUR', transactionId: id, expires };
  const { processId, attempt } = input;
  const start = { machine: 'payment', event: null, from: null, to: row.state, rule: null } as const;
  await note(context, trx, { processId, attempt, ...start, by: 'person' });
  return trx
    .insertInto('payment')
    .values({
      id,
      ...input,
      liveProcess: input.processId,
      state: row.state,
      context: json(row.context),
      transactionId: null,
      reference: null,
      redirectUrl: null,
      method: null,
      checkoutSign: `${id}.${expires}.${sign(checkout, context.config.SIGNING_SECRET[0])}`,
      createdAt: now,
      changedAt: now,
      askedUntil: until,
      checks: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An attempt that the provider has, and this database does not. */
export type KnownAttempt = Pick<
  Attempt,
  'id' | 'processId' | 'attempt' | 'amountCents' | 'endPointId' | 'createdAt'
> & { transactionId: string; reference: string };

/**
 * Stores an attempt that was opened after the state to which a restore has brought back the database, so that the
 * provider is asked about it; the application may be gone. Where the attempt is there, it gets its transaction.
 * @param isThere whether the application is
 */
export async function adoptAttempt(
  context: ServerContext,
  trx: Trx,
  { createdAt, transactionId, reference, ...known }: KnownAttempt,
  isThere: boolean,
): Promise<void> {
  const opened = {
    type: 'payment.opened',
    transactionId,
    reference,
    reportedAt: createdAt.toISOString(),
  } as const;
  const attempts = await attemptsOf(trx, known.processId);
  const present = attempts.find(({ id }) => id === known.id);
  if (present) {
    if (present.transactionId !== null) return;
    const moved = await moveAttempt(context, trx, present, opened, 'paymentProvider', {
      transactionId,
      reference,
    });
    if (!moved) await keepTransaction(trx, present, { transactionId, reference });
    return;
  }
  // It has replaced these.
  for (const other of attempts.filter(isOpenAttempt)) {
    await moveAttempt(context, trx, other, { type: 'attempt.superseded' }, 'server');
  }
  const moved = advance(paymentMachine, begin(paymentMachine, { amountCents: known.amountCents }), opened);
  if (!moved.accepted) throw new Error('an attempt begins by being opened');
  const about = {
    processId: known.processId,
    machine: 'payment',
    attempt: known.attempt,
    by: 'server',
  } as const;
  if (isThere) await note(context, trx, { ...about, event: null, from: null, to: moved.state, rule: null });
  await trx
    .insertInto('payment')
    .values({
      ...known,
      ...(isThere && { liveProcess: known.processId }),
      state: moved.state,
      context: json(moved.context),
      transactionId,
      reference,
      redirectUrl: null,
      method: null,
      checkoutSign: null,
      createdAt,
      changedAt: context.now(),
      askedUntil: askedUntil(context),
      checks: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Moves an attempt by one event of its machine; null when the machine refuses it, which the journal notes. */
export async function moveAttempt(
  context: ServerContext,
  trx: Trx,
  attempt: Attempt,
  event: PaymentEvent,
  by: Mover,
  change: Partial<Pick<Attempt, 'transactionId' | 'reference' | 'redirectUrl' | 'method'>> = {},
): Promise<Attempt | null> {
  const row = { state: attempt.state, context: attempt.context };
  const moved = advance(paymentMachine, row, event);
  const { processId, attempt: number, state: from } = attempt;
  const about = { processId, machine: 'payment', attempt: number, event: event.type, from, by } as const;
  if (!moved.accepted) {
    await noteRefused(context, trx, about);
    return null;
  }
  await note(context, trx, { ...about, to: moved.state, rule: moved.rule });
  return trx
    .updateTable('payment')
    .set({
      ...change,
      state: moved.state,
      context: json(moved.context),
      changedAt: moved.state === attempt.state ? attempt.changedAt : context.now(),
    })
    .where('id', '=', attempt.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Begins the time for which an attempt is asked about anew: a person is sent to the provider's page. */
export const resumeAttempt = (context: ServerContext, trx: Database, { id }: Attempt): Promise<unknown> =>
  trx
    .updateTable('payment')
    .set({ askedUntil: askedUntil(context), checks: 0 })
    .where('id', '=', id)
    .execute();

/** Stores the provider's transaction of an attempt that no longer counts. */
export const keepTransaction = (
  trx: Trx,
  { id }: Attempt,
  transaction: { transactionId: string; reference: string },
): Promise<unknown> => trx.updateTable('payment').set(transaction).where('id', '=', id).execute();

/**
 * Returns the attempt that a return from the payment page belongs to; null when the sign is not valid, or the time of
 * the attempt is over. The provider keeps the first return address, so that time decides, not the one in the sign.
 */
export async function attemptOfSign(context: ServerContext, checkoutSign: string): Promise<Attempt | null> {
  const [id = '', expires = '', signature = ''] = checkoutSign.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  const attempt = await context.storage.db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!attempt || attempt.askedUntil <= context.now()) return null;
  const checkout = {
    processId: attempt.processId,
    attempt: attempt.attempt,
    amountCents: attempt.amountCents,
    currency: 'EUR',
    transactionId: attempt.id,
    expires: Number(expires),
  };
  return verify(checkout, signature, context.config.SIGNING_SECRET) ? attempt : null;
}

/** Returns the state to show: a superseded attempt is of no use to the person and is shown as cancelled. */
export const viewState = (state: AttemptState): PaymentState =>
  state === 'superseded' ? 'cancelled' : state;
