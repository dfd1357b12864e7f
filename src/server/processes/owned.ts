import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import { draftExpired, whyMissing } from './expired-drafts.ts';
import { reachesTrustLevel } from './offer.ts';
import { factsOf, type ProcessRow } from './row.ts';

/**
 * Loads a process for its owner and locks it until the transaction ends. The one place where ownership is
 * checked: unknown, somebody else's and deleted answer the same 404. An application, sent or not, of a form with a
 * higher trust level than the login's is the person's, but stays closed.
 * @throws ProblemError not-found, draft-expired, trust-level-too-low
 */
export async function loadOwned(
  context: ServiceContext,
  trx: Trx,
  session: Session,
  processId: string,
): Promise<ProcessRow> {
  const row = await trx
    .selectFrom('process')
    .selectAll()
    .where('id', '=', processId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw await whyMissing(context, trx, session, processId);
  if (!isOwner(row, session)) throw new ProblemError('not-found', {}, { foreign: row.id });
  // What is on its way is nobody's draft any more: it stays until it has arrived or failed.
  const isDraft = row.status !== 'SUBMITTED' && !factsOf(row).running;
  if (isDraft && row.availableUntil <= context.now()) throw draftExpired(context, row);
  const metadata = context.content().metadata.get(row.metadataId);
  if (metadata && row.userId !== null && !reachesTrustLevel(session, metadata)) {
    throw new ProblemError('trust-level-too-low', { trustLevel: metadata.trustLevel });
  }
  return row;
}

/** A person's process belongs to that person in every session; an anonymous one to its session. */
export const isOwner = (row: ProcessRow, session: Session): boolean =>
  row.userId !== null ? row.userId === session.userId : row.sessionId === session.id;

/** Locks a process for the service itself (jobs); null when it is gone. */
export async function loadForService(trx: Trx, processId: string): Promise<ProcessRow | null> {
  const row = await trx
    .selectFrom('process')
    .selectAll()
    .where('id', '=', processId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A process of the caller. @throws ProblemError not-found, draft-expired */
export const readOwned = (
  context: ServiceContext,
  session: Session,
  processId: string,
): Promise<ProcessRow> =>
  context.storage.db.transaction().execute((trx) => loadOwned(context, trx, session, processId));

/** The caller's newest open process for a form. @throws ProblemError not-found */
export async function findNewest(
  context: ServiceContext,
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
  const isClosed = userId !== null && metadata !== undefined && !reachesTrustLevel(session, metadata);
  if (!row || isClosed) throw new ProblemError('not-found');
  return row;
}
