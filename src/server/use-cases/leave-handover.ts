import type { HandoverResult } from '#domain/handover.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { noteLeft } from '#server/handovers/incoming.ts';
import { noteForwarded } from '#server/handovers/outgoing.ts';
import { type HandoverRow, openHandover } from '#server/handovers/row.ts';
import { ProblemError } from '#server/problem-error.ts';
import { isSubmitted } from '#server/processes/is-submitted.ts';
import { type Claimant, ownHandover } from './own-handover.ts';
import { neighboursOf } from './receive-handover.ts';

/**
 * Returns where a person goes: back to the sender of a hand-over, or on to its receiver. Going back before an
 * application was started ends the hand-over.
 * @throws ProblemError handover-off, handover-unknown, handover-ended
 */
export async function leaveHandover(
  context: ServerContext,
  id: string,
  claimant: Claimant,
  locale: Locale,
): Promise<{ address: string; portal: string }> {
  const neighbours = neighboursOf(context);
  const row = await openHandover(context, await ownHandover(context, id, claimant));
  // The allow-list of today counts, not the one of the arrival.
  const portal = neighbours.find(row.partner)?.name[locale];
  if (portal === undefined) throw new ProblemError('handover-ended');
  const address = row.direction === 'out' ? await forward(context, row) : await back(context, row);
  return { address, portal };
}

async function forward(
  context: ServerContext,
  { id, forward: address, codeUntil }: HandoverRow,
): Promise<string> {
  if (address === null || codeUntil <= context.now()) throw new ProblemError('handover-ended');
  await noteForwarded(context.storage.db, id, context.now());
  return address;
}

async function back(context: ServerContext, row: HandoverRow): Promise<string> {
  const { returnUrl } = row;
  // The address may have been removed from the agreement since.
  if (returnUrl === null || !neighboursOf(context).mayReturnTo(row.partner, returnUrl))
    throw new ProblemError('handover-ended');
  const result = await resultOf(context, row);
  if (result === 'CANCELLED') await noteLeft(context.storage.db, row, context.now());
  const address = new URL(returnUrl);
  address.searchParams.set('handover', row.reference);
  address.searchParams.set('result', result);
  return address.href;
}

async function resultOf({ storage }: ServerContext, { processId }: HandoverRow): Promise<HandoverResult> {
  if (processId === null) return 'CANCELLED';
  return (await isSubmitted(storage.db, processId)) ? 'SUBMITTED' : 'OPEN';
}
