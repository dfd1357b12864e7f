import { randomUUID } from 'node:crypto';
import type { HandInEvent } from '#machines/handIn/handIn.types.ts';
import type { ServerContext } from '#server/context.ts';
import {
  claimHandIn,
  type HandInRow,
  heldHandIn,
  LEASE_SECONDS,
  moveHandIn,
  releaseHandIn,
  renewHandIn,
} from '#server/hand-ins/row.ts';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { within } from '#server/partners/within.ts';
import { ProblemError } from '#server/problem-error.ts';
import { lockExisting } from '#server/processes/row.ts';
import type { Trx } from '#server/storage/database.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { json } from '#server/storage/json.ts';
import { DELIVERY_PARTNER, SchemaNotOffered } from '#server/submission/fit-connect/errors.ts';
import { NOT_TAKEN, retryOf } from '../retry.ts';
import { deliverHandIn } from './deliver.ts';
import { keepAfterEnd } from './keep-after-end.ts';
import { writeReceipt } from './receipt.ts';

/**
 * Delivers a hand-in (as a job), if it is due, and writes its receipt. Only the worker that holds the lease stores
 * anything, so a worker that was presumed dead cannot interfere.
 */
export async function runHandIn(context: ServerContext, handInId: string): Promise<void> {
  const owner = randomUUID();
  const row = await claimHandIn(context, handInId, owner);
  if (!row) return;
  const renewing = setInterval(
    () => {
      renewHandIn(context, handInId, owner).catch((err) => context.log.warn({ err }, 'lease not renewed'));
    },
    LEASE_SECONDS * (1000 / 3),
  );
  try {
    const delivered = row.state === 'waiting' ? await attempt(context, row) : row;
    if (delivered) await writeReceipt(context, delivered);
  } catch (error) {
    await releaseHandIn(context, row);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Makes one try. @returns the hand-in, which the worker still holds, once it is delivered */
async function attempt(context: ServerContext, row: HandInRow): Promise<HandInRow | null> {
  const event = await outcomeOf(context, row);
  const moved = await settle(context, row, event);
  const { id: handInId, processId } = row;
  if (moved?.state === 'delivered') context.log.info({ handInId, processId }, 'hand-in delivered');
  return moved?.state === 'delivered' ? moved : null;
}

async function outcomeOf(context: ServerContext, row: HandInRow): Promise<HandInEvent> {
  try {
    await within(context.config.DELIVERY_STEP_SECONDS, { partner: DELIVERY_PARTNER, what: 'hand-in' }, () =>
      deliverHandIn(context, row),
    );
    return { type: 'handIn.delivered' };
  } catch (error) {
    // The database stores nothing now. The job ends, and another one goes on.
    if (error instanceof DatabaseUnavailable) throw error;
    const problem = error instanceof Error ? error.name : 'Error';
    const { id: handInId, processId } = row;
    const told = { handInId, processId, tries: row.context.tries + 1, err: error };
    if (error instanceof SchemaNotOffered) context.log.error(told, NOT_TAKEN);
    else context.log.warn(told, 'hand-in not delivered');
    if (!mayPass(error)) return { type: 'handIn.refused', problem };
    return { type: 'handIn.deferred', problem, nextTryAt: retryOf(context, row.context).nextTryAt };
  }
}

/** Whether a failure passes by itself; also that content has lost the form, which other content may have. */
const mayPass = (error: unknown): boolean =>
  error instanceof PartnerUnavailable || (error instanceof ProblemError && error.code === 'form-not-found');

/**
 * Stores the outcome of a try, with all that follows from an end. With the delivery the bytes of the files are removed:
 * the authority has them, the receipt proves them.
 * @returns null when another worker has it, or the application is gone
 */
const settle = (context: ServerContext, held: HandInRow, event: HandInEvent): Promise<HandInRow | null> =>
  recorded(context, async (trx) => {
    // The process is locked first, in the order of all code that locks both.
    const row = (await lockExisting(trx, held.processId)) && (await heldHandIn(context, trx, held));
    if (!row) return null;
    const isDelivered = event.type === 'handIn.delivered';
    const moved = await moveHandIn(context, trx, row, event, 'server', {
      ...(isDelivered && {
        deliveredAt: context.now(),
        receiptDue: true,
        sealed: proofOf(row),
        leaseOwner: row.leaseOwner,
        leaseUntil: row.leaseUntil,
      }),
    });
    if (moved?.state === 'delivered') await dropBytes(trx, row.id);
    if (moved && moved.state !== 'waiting') await keepAfterEnd(context, trx, row.processId);
    return moved;
  });

/** Returns what signed events are compared with. */
const proofOf = ({ sealed }: HandInRow): string | null =>
  sealed && json({ destinationId: sealed.destinationId, authenticationTags: sealed.authenticationTags });

const dropBytes = (trx: Trx, handInId: string): Promise<unknown> =>
  trx
    .deleteFrom('file')
    .where('handInId', '=', handInId)
    .where('kind', 'in', ['handIn', 'handInSealed'])
    .execute();
