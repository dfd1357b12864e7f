import type { CourseEntry, Following } from '#contract/sent-course.ts';
import { germanDay } from '#domain/german-time.ts';
import { type SentFact, sentFacts } from '#domain/sent-fact.ts';
import { apiStatuses } from '#machines/sentApplication/sentApplication.selectors.ts';
import { expectedDay } from '#server/content/expected-day.ts';
import type { Duration } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import type { DeliveryEvent } from '#server/ports/delivery.ts';
import type { SubmissionRow } from '#server/submission/row.ts';

/** The events of a delivery that tell a person something; the others come with the sending itself. */
const told: Partial<Record<DeliveryEvent['kind'], SentFact>> = {
  notify: 'notified',
  forward: 'forwarded',
  accept: 'accepted',
  reject: 'rejected',
  delete: 'deleted',
};

type Sent = Pick<SubmissionRow, 'submittedAt' | 'postboxSentAt' | 'events' | 'sentState' | 'statusCheckedAt'>;
type Moment = { fact: SentFact; at: Date };

/**
 * Returns what a person may know about the course of their sent applications, by process: the authority's part from its
 * verified events, the rest from the submission and the journal. The journal of an earlier version lacks the payment.
 * @returns the function that describes one of these applications, by the time that its service usually takes
 */
export async function coursesOf(context: ServerContext, processIds: readonly string[]) {
  const [payments, steps] = await Promise.all([
    paidAt(context, processIds),
    documentsReadyAt(context, processIds),
  ]);
  return (processId: string, sent: Sent, processingTime: Duration | null): Following => ({
    status: apiStatuses[sent.sentState],
    statusChecked: sent.statusCheckedAt?.toISOString() ?? null,
    course: inOrder([
      ...momentOf('paid', payments.get(processId)),
      ...momentOf('sent', sent.submittedAt),
      ...momentOf('messageSent', sent.postboxSentAt),
      ...momentOf('documentsReady', steps.get(processId)),
      ...sent.events.flatMap(({ kind, issuedAt }) => momentOf(told[kind], new Date(issuedAt))),
    ]),
    ...timeOf(context, sent, processingTime),
  });
}

const momentOf = (fact: SentFact | undefined, at: Date | null | undefined): Moment[] =>
  fact && at ? [{ fact, at }] : [];

/** Signed events are dated to the second, so within one second the order is that of the facts. */
function inOrder(moments: readonly Moment[]): CourseEntry[] {
  const second = ({ at }: Moment) => Math.floor(at.getTime() / 1000);
  const rank = ({ fact }: Moment) => sentFacts.indexOf(fact);
  return moments
    .toSorted((one, other) => second(one) - second(other) || rank(one) - rank(other))
    .map(({ fact, at }) => ({ fact, at: at.toISOString() }));
}

/** Returns when each fee was paid. Money that pays no fee (PROC-08) is no payment of it. */
async function paidAt({ storage }: ServerContext, processIds: readonly string[]) {
  if (processIds.length === 0) return new Map<string, Date>();
  const rows = await storage.db
    .selectFrom('journal')
    .select(['processId', 'at'])
    .where('processId', 'in', processIds)
    .where('machine', '=', 'process')
    .where('event', '=', 'payment.settled')
    .where('rule', '!=', 'PROC-08')
    .where('refused', '=', false)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ processId, at }) => [processId, at]));
}

async function documentsReadyAt({ storage }: ServerContext, processIds: readonly string[]) {
  if (processIds.length === 0) return new Map<string, Date>();
  const rows = await storage.db
    .selectFrom('submissionStep')
    .select(['processId', 'finishedAt'])
    .where('processId', 'in', processIds)
    .where('step', '=', 'SAVE_SUBMISSION')
    .execute();
  return new Map(rows.map(({ processId, finishedAt }) => [processId, finishedAt]));
}

/**
 * Returns how long it usually takes, and when that is over for an application that the authority has taken.
 */
function timeOf(
  { now }: Pick<ServerContext, 'now'>,
  { events, sentState }: Sent,
  processingTime: Duration | null,
): Pick<Following, 'processingTime' | 'expected'> {
  const taken = events.find(({ kind }) => kind === 'accept');
  const isTaken = sentState === 'successfullySubmitted' && taken !== undefined;
  const on = processingTime && isTaken ? expectedDay(processingTime, new Date(taken.issuedAt)) : null;
  return { processingTime, expected: on === null ? null : { on, isPast: on < germanDay(now()) } };
}
