import { sql } from 'kysely';
import type { AttemptState } from '#domain/payment.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { HandInContext } from '#machines/handIn/handIn.types.ts';
import type { Database } from '#server/storage/database.ts';
import { type SubmissionRow, ticketNumberIn } from '#server/submission/row.ts';

/** How far one application is, without anything that its person has entered. */
export type Case = {
  processId: string;
  status: ProcessStatus;
  /** Time of the last step. */
  since: Date;
  metadataId: string;
  /** Null before it was to be sent. */
  delivery: Pick<SubmissionRow, 'ticketNumber' | 'state' | 'context'> | null;
  handIns: { number: number; state: string; context: HandInContext }[];
  payments: {
    id: string;
    attempt: number;
    state: AttemptState;
    checks: number;
    createdAt: Date;
    askedUntil: Date;
    reference: string | null;
    /** Whether the provider knows it, so that it can be asked. */
    isOpened: boolean;
  }[];
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Returns how far an application is; null for none.
 * @param named as typed: its ticket number, its id, or a number of a payment for it at the payment service
 */
export async function readCase(db: Database, named: string): Promise<Case | null> {
  const id = named.trim().toLowerCase();
  const ticket = ticketNumberIn(named);
  const byNumber = UUID.test(id) || ticket !== null ? await caseOf(db, { id, ticket }) : null;
  if (byNumber !== null) return byNumber;
  const paid = await paidFor(db, named);
  return paid ? caseOf(db, { id: paid.processId, ticket: null }) : null;
}

/** Returns the application that a payment was for; undefined for none. @param named its reference or transaction */
const paidFor = (db: Database, named: string) =>
  db
    .selectFrom('payment')
    .select('processId')
    .where((eb) => eb.or([eb('reference', '=', named.trim()), eb('transactionId', '=', named.trim())]))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the payment of a refund whose application may be gone; null for none. @param named as `paidFor` */
export const refundNamed = async (db: Database, named: string): Promise<string | null> =>
  (
    await db
      .selectFrom('refund')
      .select('paymentId')
      .where((eb) => eb.or([eb('reference', '=', named.trim()), eb('transactionId', '=', named.trim())]))
      .orderBy('notedAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.paymentId ?? null;

async function caseOf(
  db: Database,
  { id, ticket }: { id: string; ticket: string | null },
): Promise<Case | null> {
  const row = await db
    .selectFrom('process')
    .leftJoin('submission', 'submission.processId', 'process.id')
    .select([
      'process.id',
      'process.status',
      'process.statusChanged',
      'process.metadataId',
      'submission.ticketNumber',
      'submission.state',
      'submission.context',
    ])
    .where((eb) => (ticket === null ? eb('process.id', '=', id) : eb('submission.ticketNumber', '=', ticket)))
    .executeTakeFirst();
  if (!row) return null;
  const { ticketNumber, state, context } = row;
  return {
    processId: row.id,
    status: row.status,
    since: row.statusChanged,
    metadataId: row.metadataId,
    delivery: ticketNumber && state && context ? { ticketNumber, state, context } : null,
    handIns: await db
      .selectFrom('handIn')
      .select(['number', 'state', 'context'])
      .where('processId', '=', row.id)
      .orderBy('number')
      .execute(),
    payments: await db
      .selectFrom('payment')
      .select(['id', 'attempt', 'state', 'checks', 'createdAt', 'askedUntil', 'reference'])
      .select(sql<boolean>`transaction_id is not null`.as('isOpened'))
      .where('processId', '=', row.id)
      .orderBy('attempt')
      .execute(),
  };
}
