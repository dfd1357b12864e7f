import type { Selectable } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { ProcessRow } from '#server/processes/row.ts';
import type { KeptOwed, SubmissionTable } from '#server/storage/tables.ts';

/** The part of a submission that decides. */
export type HandInGrounds = Pick<Selectable<SubmissionTable>, 'sentState' | 'downloadsUntil'> & {
  owed: KeptOwed | null;
};

/**
 * Returns what is owed for an application and can be handed in here; null where nothing can: without an account, before
 * the delivery, once it was rejected or its data is erased. The last day for the documents does not matter: the
 * authority decides what it still takes.
 */
export function openOwed(
  { now }: Pick<ServerContext, 'now'>,
  { status, userId }: Pick<ProcessRow, 'status' | 'userId'>,
  { owed, sentState, downloadsUntil }: HandInGrounds,
): KeptOwed | null {
  if (userId === null || status !== 'SUBMITTED' || sentState === 'processingError') return null;
  if (downloadsUntil === null || downloadsUntil <= now()) return null;
  return owed !== null && owed.documents.length > 0 ? owed : null;
}
