import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import { reachesForm } from './admission.ts';
import type { ProcessRow } from './row.ts';

/** The caller's newest open process for a form. @throws ProblemError not-found */
export async function findNewest(
  context: ServerContext,
  session: Session,
  metadataId: string,
): Promise<ProcessRow> {
  const { userId } = session;
  const row = await context.storage.db
    .selectFrom('process')
    .selectAll()
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
  const metadata = context.content().metadata.get(metadataId);
  const isClosed = userId !== null && metadata !== undefined && !reachesForm(session, metadata);
  if (!row || isClosed) throw new ProblemError('not-found');
  return row;
}
