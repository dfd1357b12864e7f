import type { ServerContext } from '#server/context.ts';
import { findHandover } from '#server/handovers/find.ts';
import { type HandoverRow, hashOf } from '#server/handovers/row.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { readOwned } from '#server/workflow/act.ts';

/** Who asks about a hand-over: a browser, by its secret, and who is logged in there. */
export type Claimant = { browser: string | null; session: Session | null };

/**
 * A hand-over of this browser, of this account, or of an application that is the caller's.
 * @throws ProblemError handover-unknown, also for those of others
 */
export async function ownHandover(
  context: ServerContext,
  id: string,
  { browser, session }: Claimant,
): Promise<HandoverRow> {
  const row = await findHandover(context.storage.db, id);
  if (!row) throw new ProblemError('handover-unknown');
  if (browser !== null && row.browserHash === hashOf(browser)) return row;
  if (row.userId !== null && row.userId === session?.userId) return row;
  if (session === null || row.processId === null) throw new ProblemError('handover-unknown');
  // Whose the application is, and at which level, is decided in one place.
  await readOwned(context, session, row.processId).catch((error: unknown) => {
    throw error instanceof ProblemError ? new ProblemError('handover-unknown') : error;
  });
  return row;
}
