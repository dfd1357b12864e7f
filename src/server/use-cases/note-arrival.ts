import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { within } from '#server/partners/within.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import { DELIVERY_PARTNER } from '#server/submission/fit-connect/errors.ts';
import { findSubmission, isDelivered, noteDelivered, type SubmissionRow } from '#server/submission/row.ts';

/** A person waits: the limit is that of any other partner, while the client's own repeats would take minutes. */
const PATIENCE_SECONDS = 10;

/**
 * Asks the delivery service whether a failed submission has arrived after all: the answers to every try may have been
 * lost.
 * @throws PartnerUnavailable when the delivery service cannot tell
 */
export async function hasArrived(
  { delivery }: Pick<ServerContext, 'delivery'>,
  { announcement, sealed }: Pick<SubmissionRow, 'announcement' | 'sealed'>,
): Promise<boolean> {
  if (!announcement || !sealed) return false;
  const asked = { partner: DELIVERY_PARTNER, what: 'the question what has arrived' } as const;
  const log = await within(PATIENCE_SECONDS, asked, () => delivery.events(announcement, sealed));
  // An expired unsent announcement is deleted; any other event means that the authority's side has the submission.
  return log.rejected > 0 || log.events.some(({ kind }) => kind !== 'create' && kind !== 'delete');
}

/** Aborts the erasing of an application: whether it has arrived after all must be asked before. */
class Unasked extends Error {}

/** Throws where the delivery service has to be asked before the locked application may be erased. */
export type AssertAsked = (row: Pick<ProcessRow, 'status'>) => void;

/**
 * Erases an application in a transaction, which calls `assertAsked` for the locked row before. Where it has failed, the
 * delivery service is asked outside of the transaction, and the work is done once more.
 * @throws PartnerUnavailable when the delivery service cannot tell; nothing is erased then
 */
export async function onceAsked<T>(
  context: ServerContext,
  processId: string,
  work: (assertAsked: AssertAsked) => Promise<T>,
): Promise<T> {
  try {
    return await work(({ status }) => {
      if (status === 'SUBMIT_FAILURE') throw new Unasked();
    });
  } catch (error) {
    if (!(error instanceof Unasked)) throw error;
    await noteArrival(context, processId);
    return work(() => undefined);
  }
}

/**
 * Makes sure, before an application is erased, that the authority does not have it: a failed one that has arrived is
 * noted as delivered. Then the rules for what an authority has apply to it, and the server completes it by itself.
 * @throws PartnerUnavailable when the delivery service cannot tell: the application must not be erased now
 */
export async function noteArrival(context: ServerContext, processId: string): Promise<void> {
  const { db } = context.storage;
  const process = await db
    .selectFrom('process')
    .select('status')
    .where('id', '=', processId)
    .executeTakeFirst();
  if (process?.status !== 'SUBMIT_FAILURE' || (await isDelivered(db, processId))) return;
  const submission = await findSubmission(context, processId);
  if (!submission || !(await hasArrived(context, submission))) return;
  await recorded(context, async (trx) => {
    const present = await trx
      .selectFrom('process')
      .select('status')
      .where('id', '=', processId)
      .forUpdate()
      .executeTakeFirst();
    if (present?.status === 'SUBMIT_FAILURE') await noteDelivered(trx, processId, context.now());
  });
  context.log.warn({ processId }, 'what had failed has arrived');
}
