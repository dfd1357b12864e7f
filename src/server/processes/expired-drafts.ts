import type { ServiceContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Trx } from '#server/storage/database.ts';
import type { ProcessRow } from './row.ts';

/** Links to a draft in the history or in a mail are followed about so long. */
const REMEMBERED_DAYS = 90;

/**
 * Notes that a draft has gone because its time was over: whose it was and what for, nothing of what was in it.
 * Without a note its owner would be told that there never was one. Drafts without an account end with the session,
 * and nobody could ask for them.
 */
export async function noteExpired(context: ServiceContext, trx: Trx, row: ProcessRow): Promise<void> {
  const { id, userId, metadataId, areaKey } = row;
  if (userId === null || row.status === 'SUBMITTED') return;
  await trx
    .insertInto('expiredDraft')
    .values({ id, userId, metadataId, areaKey, expiredAt: context.now() })
    .execute();
}

/** Why a process is not there for this session: its time was over, or there is none for this person. */
export async function whyMissing(
  context: ServiceContext,
  trx: Trx,
  session: Session,
  processId: string,
): Promise<ProblemError> {
  const expired = session.userId
    ? await trx
        .selectFrom('expiredDraft')
        .selectAll()
        .where('id', '=', processId)
        .where('userId', '=', session.userId)
        .executeTakeFirst()
    : undefined;
  return expired ? draftExpired(context, expired) : new ProblemError('not-found');
}

/** Says where a new application can be started, while it is offered. */
export function draftExpired(
  context: ServiceContext,
  { metadataId, areaKey }: Pick<ProcessRow, 'metadataId' | 'areaKey'>,
): ProblemError {
  const metadata = context.content().metadata.get(metadataId);
  const isOffered = metadata !== undefined && !metadata.isDeprecated;
  return new ProblemError(
    'draft-expired',
    isOffered ? { startOver: { leiKaId: metadata.leiKaId, area: areaKey } } : {},
  );
}

/** The notes go when hardly anybody will ask any more. */
export async function forgetExpired(context: ServiceContext): Promise<void> {
  const oldest = new Date(context.now().getTime() - REMEMBERED_DAYS * 24 * 3_600_000);
  await context.storage.db.deleteFrom('expiredDraft').where('expiredAt', '<=', oldest).execute();
}
