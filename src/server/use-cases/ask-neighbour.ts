import type { ServerContext } from '#server/context.ts';
import { dueHandovers, noteSilence, noteTold } from '#server/handovers/outgoing.ts';
import type { HandoverFacts } from '#server/handovers/row.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';
import { type Claimant, ownHandover } from './own-handover.ts';
import { neighboursOf } from './receive-handover.ts';

/** Number of questions that fit into a minute while the other portals answer slowly. */
const AT_A_TIME = 50;

/**
 * Asks the other portal for the state of an application. A portal that does not answer is asked again later; its last
 * answer stays stored.
 * @returns whether the portal answered
 */
async function ask(
  context: ServerContext,
  row: Pick<HandoverFacts, 'id' | 'partner' | 'reference' | 'asks'>,
): Promise<boolean> {
  try {
    const standing = await neighboursOf(context).ask(row.partner, row.reference);
    await noteTold(context, row, standing);
    return true;
  } catch (error) {
    if (!(error instanceof PartnerUnavailable)) throw error;
    context.log.warn(
      { handoverId: row.id, err: error },
      'another portal did not tell how an application stands',
    );
    await noteSilence(context, row);
    return false;
  }
}

/**
 * Asks about an application that the caller has handed over. @returns the hand-over with the answer
 * @throws ProblemError handover-off, handover-unknown
 */
export async function askNeighbour(
  context: ServerContext,
  id: string,
  claimant: Claimant,
): Promise<HandoverFacts> {
  neighboursOf(context);
  const row = await ownHandover(context, id, claimant);
  if (row.direction !== 'out') throw new ProblemError('handover-unknown');
  if (row.nextAskAt === null) return row;
  await ask(context, row);
  return ownHandover(context, id, claimant);
}

/** Asks about all due hand-overs. A portal that does not answer is left alone until the next minute. */
export async function askNeighbours(context: ServerContext): Promise<void> {
  if (context.neighbours === null) return;
  const due = await dueHandovers(context.storage.db, context.now(), AT_A_TIME);
  const silent = new Set<string>();
  for (const row of due) {
    if (silent.has(row.partner)) await noteSilence(context, row);
    else if (!(await ask(context, row))) silent.add(row.partner);
  }
}
