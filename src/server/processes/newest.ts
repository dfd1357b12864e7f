import { reachesLevel } from '#domain/trust-level.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { levelToOpen } from './admission.ts';
import type { ProcessRow } from './row.ts';
import { openProcess, selectProcess } from './sealed-row.ts';

/** Returns the caller's newest open process for a form. @throws ProblemError not-found */
export async function findNewest(
  context: ServerContext,
  session: Session,
  metadataId: string,
): Promise<ProcessRow> {
  const { userId } = session;
  const { db } = context.storage;
  const row = await selectProcess(db)
    .where('metadataId', '=', metadataId)
    .where('status', '!=', 'SUBMITTED')
    .where('availableUntil', '>', context.now())
    .where((eb) =>
      userId === null
        ? eb.and([eb('sessionId', '=', session.id), eb('userId', 'is', null)])
        : eb('userId', '=', userId),
    )
    .orderBy('updatedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new ProblemError('not-found');
  const needed = levelToOpen(row, context.content().metadata.get(metadataId));
  if (userId !== null && !reachesLevel(session.identity.trustLevel, needed)) {
    throw new ProblemError('not-found');
  }
  return openProcess(context, db, row);
}
