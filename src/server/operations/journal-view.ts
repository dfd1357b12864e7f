import type { Infer } from '#contract/call.ts';
import type { JournalEntry, workshopCalls } from '#contract/workshop.ts';
import { refundState } from '#server/payment/refund.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Database } from '#server/storage/database.ts';

type JournalView = Infer<typeof workshopCalls.getJournal.answer>;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Returns the journal of a process.
 * @param named its id or its ticket number, as typed
 * @throws ProblemError not-found
 */
export async function journalOf(db: Database, named: string): Promise<JournalView> {
  const name = named.trim();
  const process = await db
    .selectFrom('process')
    .leftJoin('submission', 'submission.processId', 'process.id')
    .select([
      'process.id',
      'process.status',
      'submission.ticketNumber',
      'submission.state',
      'submission.sentState',
    ])
    .where((eb) =>
      UUID.test(name.toLowerCase())
        ? eb('process.id', '=', name.toLowerCase())
        : eb('submission.ticketNumber', '=', name.toUpperCase()),
    )
    .executeTakeFirst();
  if (!process) throw new ProblemError('not-found');
  const { id, status, ticketNumber, state, sentState } = process;
  const attempts = await db
    .selectFrom('payment')
    .select(['attempt', 'state'])
    .where('processId', '=', id)
    .orderBy('attempt')
    .execute();
  const handIns = await db
    .selectFrom('handIn')
    .select(['number as attempt', 'state'])
    .where('processId', '=', id)
    .orderBy('number')
    .execute();
  const mails = await db
    .selectFrom('mail')
    .select(['number as attempt', 'state'])
    .where('processId', '=', id)
    .orderBy('number')
    .execute();
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(['payment.attempt', refundState.as('state')])
    .where('refund.processId', '=', id)
    .orderBy('payment.attempt')
    .execute();
  return {
    process: id,
    ticketNumber,
    states: [
      { machine: 'process', attempt: null, state: status },
      ...attempts.map((attempt) => ({ machine: 'payment' as const, ...attempt })),
      ...(state === null ? [] : [{ machine: 'submission' as const, attempt: null, state }]),
      ...(sentState === null
        ? []
        : [{ machine: 'sentApplication' as const, attempt: null, state: sentState }]),
      ...handIns.map((handIn) => ({ machine: 'handIn' as const, ...handIn })),
      ...mails.map((mail) => ({ machine: 'mail' as const, ...mail })),
      ...refunds.map((refund) => ({ machine: 'refund' as const, ...refund })),
    ],
    entries: await entriesOf(db, id),
  };
}

async function entriesOf(db: Database, processId: string): Promise<JournalEntry[]> {
  const rows = await db
    .selectFrom('journal')
    .selectAll()
    .where('processId', '=', processId)
    .orderBy('id')
    .execute();
  return rows.map(({ machine, attempt, event, stateBefore, stateAfter, rule, mover, refused, ...row }) => ({
    machine,
    attempt,
    event,
    from: stateBefore,
    to: stateAfter,
    rule,
    by: mover,
    at: row.at.toISOString(),
    lastAt: row.lastAt.toISOString(),
    refused,
    times: row.times,
  }));
}
