import type { ServerContext } from '#server/context.ts';
import { findIncoming } from '#server/handovers/incoming.ts';
import type { HandoverFacts } from '#server/handovers/row.ts';
import type { HandoverStanding } from '#server/ports/neighbours.ts';
import { ProblemError } from '#server/problem-error.ts';
import { neighboursOf } from './receive-handover.ts';

/**
 * Tells a portal the state of an application that it has handed over: open, submitted or ended, and after submission
 * the ticket number and time; nothing of the content.
 * @returns the signed answer
 * @throws HandoverRefused; ProblemError handover-off, handover-unknown, also for hand-overs of another portal
 */
export async function tellHandover(context: ServerContext, message: string): Promise<string> {
  const neighbours = neighboursOf(context);
  const question = await neighbours.readQuestion(message);
  const row = await findIncoming(context.storage.db, question.partner, question.reference);
  if (!row) throw new ProblemError('handover-unknown');
  return neighbours.signStanding(question, await standingOf(context, row));
}

async function standingOf({ storage, now }: ServerContext, row: HandoverFacts): Promise<HandoverStanding> {
  if (row.processId === null) {
    const isOver = row.status === 'ENDED' || (row.expiresAt !== null && row.expiresAt <= now());
    return { status: isOver ? 'ENDED' : 'OPEN' };
  }
  const process = await storage.db
    .selectFrom('process')
    .leftJoin('submission', 'submission.processId', 'process.id')
    .select(['process.status', 'process.statusChanged', 'submission.ticketNumber', 'submission.submittedAt'])
    .where('process.id', '=', row.processId)
    .executeTakeFirstOrThrow();
  if (process.status !== 'SUBMITTED' || process.ticketNumber === null) return { status: 'OPEN' };
  const { ticketNumber, submittedAt, statusChanged } = process;
  return { status: 'SUBMITTED', ticketNumber, submittedAt: (submittedAt ?? statusChanged).toISOString() };
}
