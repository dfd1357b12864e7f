import type { ServerContext } from '#server/context.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { attemptOf, resumeAttempt } from '#server/payment/attempt.ts';
import { enqueue } from '#server/queues/queues.ts';
import { cleared, isAnythingWaiting, knownOf, waiting } from '#server/reconciliation/rows.ts';
import { attempt } from '#server/storage/attempt.ts';
import { keepProof, submissionOf } from '#server/submission/row.ts';
import { checkAttempt } from './check-payment.ts';

const BATCH = 50;
const FIRST = '00000000-0000-0000-0000-000000000000';
/** Time that the questions of one minute may take; the rest is asked in the next one. */
const TURN_MS = 30_000;

/**
 * Asks the partners about everything that a restored database says is open, whatever it says about when to ask (as part
 * of the work of every minute). What is cleared is asked no more; a partner that is away is asked again a minute later.
 */
export async function reconcile(context: ServerContext): Promise<void> {
  const { db } = context.storage;
  if (!(await isAnythingWaiting(db))) return;
  const end = Date.now() + TURN_MS;
  await each(context, 'payment', end, (id) => askAboutPayment(context, id));
  await each(context, 'status', end, async (id) => {
    await enqueue(context, 'delivery-status', { processId: id });
    return true;
  });
  for (const { process, seal } of await knownOf(db, 'delivery')) {
    if (Date.now() > end) return;
    const submission = await submissionOf(context, db, process);
    // One that is being sent is sealed again on its way; the authority has the package from before.
    if (submission !== undefined && submission.submittedAt === null) continue;
    await attempt(context, { processId: process }, async () => {
      await keepProof(db, process, seal);
      await enqueue(context, 'delivery-status', { processId: process });
      await cleared(db, 'delivery', process);
    });
  }
  if (!(await isAnythingWaiting(db)))
    context.log.info('the partners were asked about all of the restored database');
}

/** Works through the ids of a kind. @param clear returns whether it is cleared */
async function each(
  context: ServerContext,
  kind: 'payment' | 'status',
  end: number,
  clear: (id: string) => Promise<boolean>,
): Promise<void> {
  const { db } = context.storage;
  let ids = await waiting(db, kind, FIRST, BATCH);
  while (ids.length > 0) {
    for (const id of ids) {
      if (Date.now() > end) return;
      await attempt(context, { part: 'reconcile', kind, id }, async () => {
        if (await clear(id)) await cleared(db, kind, id);
      });
    }
    ids = await waiting(db, kind, ids.at(-1)!, BATCH);
  }
}

/** @returns whether the provider has answered */
async function askAboutPayment(context: ServerContext, id: string): Promise<boolean> {
  const { db } = context.storage;
  const payment = await attemptOf(db, id);
  if (!payment || payment.state === 'paid') return true;
  try {
    await checkAttempt(context, payment);
  } catch (error) {
    if (!(error instanceof PartnerUnavailable)) throw error;
    context.log.warn({ paymentId: id, err: error }, 'payment provider did not answer');
    return false;
  }
  // One that can still be paid is asked about as long as a new one; its own time may be over.
  const now = await attemptOf(db, id);
  if (now?.state === 'pending') await resumeAttempt(context, db, now);
  return true;
}
