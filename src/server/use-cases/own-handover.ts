import type { ServerContext } from '#server/context.ts';
import { findHandover } from '#server/handovers/find.ts';
import { hashOf, type StoredHandover } from '#server/handovers/row.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';

/** The caller who asks about a hand-over: a browser, by its secret, and its session. */
export type Claimant = { browser: string | null; session: Session | null };

/**
 * Returns a hand-over of this browser, of this account, or of an application of the caller.
 * @throws ProblemError handover-unknown, also for those of others
 */
export async function ownHandover(
  context: ServerContext,
  id: string,
  { browser, session }: Claimant,
): Promise<StoredHandover> {
  const row = await findHandover(context.storage.db, id);
  if (!row) throw new ProblemError('handover-unknown');
  if (browser !== null && row.browserHash === hashOf(browser)) return row;
  if (row.userId !== null && row.userId === session?.userId) return row;
  if (session === null || row.processId === null) throw new ProblemError('handover-unknown');
  // Ownership and level of the application are decided in one place.
  await readOwned(context, session, row.processId).catch((error: unknown) => {
    throw error instanceof ProblemError ? new ProblemError('handover-unknown') : error;
  });
  return row;
}
