import { DAY_SECONDS } from '#domain/days.ts';
import { advance, begin } from '#machines/kit/advance.ts';
import { sentApplicationMachine } from '#machines/sentApplication/sentApplication.machine.ts';
import {
  eventOf,
  isSettled,
  type SentApplicationRow,
} from '#machines/sentApplication/sentApplication.selectors.ts';
import type { SentApplicationEvent } from '#machines/sentApplication/sentApplication.types.ts';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { queueMail } from '#server/mails/row.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { EventLog } from '#server/ports/delivery.ts';
import { lockProcess } from '#server/processes/row.ts';
import { enqueue, hurryStatuses } from '#server/queues/queues.ts';
import { json } from '#server/storage/json.ts';
import { DeliveryRefused } from './fit-connect/errors.ts';
import { noteReading } from './note-reading.ts';
import { announcementOf, findSubmission, type SubmissionRow, sealOf, submissionOf } from './row.ts';

/** The delivery service rejects automatically after 14 days; then the status is final. */
const READ_FOR_DAYS = 20;

/** Reads the signed events (as a job) and repeats this at growing intervals until the status is final. */
export async function runDeliveryStatus(context: ServerContext, processId: string): Promise<void> {
  const submission = await findSubmission(context, processId);
  if (!submission?.submittedAt) return;
  const row = await readStatus(context, submission);
  if (isSettled(row)) return;
  const age = (context.now().getTime() - submission.submittedAt.getTime()) / 1000;
  if (age > READ_FOR_DAYS * DAY_SECONDS) return;
  const startAfter = Math.min(5 * 2 ** Math.min(submission.statusChecks, 12), 3600);
  await enqueue(context, 'delivery-status', { processId }, { startAfter });
}

/** Age of a status from which it is read again for a person who looks at it. */
const FRESH_MS = 15_000;

/**
 * Has open statuses read now that a person is looking at: the pauses between readings grow up to an hour. Applications
 * whose reading has ended stay as they are.
 */
export async function readForReader(
  context: ServerContext,
  rows: readonly (Pick<SubmissionRow, 'sentState' | 'sentContext' | 'statusCheckedAt'> & { id: string })[],
): Promise<void> {
  const staleAt = context.now().getTime() - FRESH_MS;
  const stale = rows.filter(
    ({ sentState, sentContext, statusCheckedAt }) =>
      !isSettled({ state: sentState, context: sentContext }) &&
      statusCheckedAt !== null &&
      statusCheckedAt.getTime() <= staleAt,
  );
  if (stale.length === 0) return;
  await hurryStatuses(
    context,
    stale.map(({ id }) => id),
  );
}

/** Reads the signed events of a sent application and stores the resulting status. */
export async function readStatus(
  context: ServerContext,
  submission: SubmissionRow,
): Promise<SentApplicationRow> {
  const log = await logOf(context, submission);
  if (log && log.rejected > 0) {
    const { processId: process } = submission;
    context.security.record({ event: 'event-token', outcome: 'refused', count: log.rejected, process }, {});
  }
  const { processId } = submission;
  return recorded(context, async (trx) => {
    // The process is locked first, in the order of all code that locks both.
    const process = await lockProcess(context, trx, processId);
    const present = await submissionOf(context, trx, processId);
    if (!process || !present) return log ? replay(log) : storedRow(submission);
    const row = log ? replay(log) : moved(storedRow(present), { type: 'delivery.unreachable' });
    await noteReading(context, trx, { present, log, row });
    await trx
      .updateTable('submission')
      .set({
        sentState: row.state,
        sentContext: json(row.context),
        ...(log && { events: json(log.events) }),
        statusCheckedAt: context.now(),
        statusChecks: present.statusChecks + 1,
        ...(isNews(present, row) && { unseenSince: context.now(), unseenBy: process.userId }),
      })
      .where('processId', '=', processId)
      .execute();
    if (row.state === 'processingError') {
      await queueMail(context, trx, process, { kind: 'notDelivered', recipient: process.mailTo });
    }
    return row;
  });
}

/** The authority has answered, or the delivery has ended without it. */
const isNews = ({ sentState }: SubmissionRow, row: SentApplicationRow): boolean =>
  isSettled(row) && row.state !== sentState;

async function logOf(context: ServerContext, submission: SubmissionRow): Promise<EventLog | null> {
  try {
    return await context.delivery.events(announcementOf(submission), sealOf(submission));
  } catch (error) {
    if (!(error instanceof PartnerUnavailable || error instanceof DeliveryRefused)) throw error;
    context.log.warn({ processId: submission.processId, err: error }, 'delivery status not known');
    return null;
  }
}

/** Replays the whole log each time, so that the status never depends on earlier readings. */
function replay(log: EventLog): SentApplicationRow {
  const row = log.events.reduce(
    (present, event) => moved(present, eventOf(event)),
    begin(sentApplicationMachine, undefined),
  );
  return log.rejected > 0 ? moved(row, { type: 'delivery.unproven' }) : row;
}

function moved(row: SentApplicationRow, event: SentApplicationEvent): SentApplicationRow {
  const next = advance(sentApplicationMachine, row, event);
  return next.accepted ? { state: next.state, context: next.context } : row;
}

const storedRow = (submission: SubmissionRow): SentApplicationRow => ({
  state: submission.sentState,
  context: submission.sentContext,
});
