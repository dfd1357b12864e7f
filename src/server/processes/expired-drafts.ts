import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import type { Expired } from '#server/storage/erase-rows.ts';
import type { ProcessRow } from './row.ts';

/** Days for which people can be expected to follow links to a draft in the history or in a mail. */
const REMEMBERED_DAYS = 90;

/**
 * Notes that a draft was erased because its time was over: its owner and its form, nothing of its content. Without a
 * note, the owner would be told that it never existed. Drafts without an account end with the session, and nobody
 * could ask for them.
 */
export async function noteExpired(context: ServerContext, trx: Trx, row: ProcessRow): Promise<void> {
  const { id, userId, metadataId, areaKey } = row;
  if (userId === null || row.status === 'SUBMITTED') return;
  await trx
    .insertInto('expiredDraft')
    .values({ id, userId, metadataId, areaKey, expiredAt: context.now() })
    .execute();
}

/** Returns the reason why a process does not exist for this session: its time was over, or this person has none. */
export async function whyMissing(
  context: ServerContext,
  db: Database,
  session: Session,
  processId: string,
): Promise<ProblemError> {
  const expired = session.userId
    ? await db
        .selectFrom('expiredDraft')
        .selectAll()
        .where('id', '=', processId)
        .where('userId', '=', session.userId)
        .executeTakeFirst()
    : undefined;
  return expired ? draftExpired(context, expired) : new ProblemError('not-found');
}

/** Returns the refusal for an expired draft, with the new start that its form still offers. */
export function draftExpired(
  context: ServerContext,
  { metadataId, areaKey }: Pick<ProcessRow, 'metadataId' | 'areaKey'>,
): ProblemError {
  const metadata = context.content().metadata.get(metadataId);
  const isOffered = metadata !== undefined && !metadata.isDeprecated;
  return new ProblemError(
    'draft-expired',
    isOffered ? { startOver: { leiKaId: metadata.leiKaId, area: areaKey } } : {},
  );
}

/** Returns the notes of a person's expired drafts, the newest first. */
export const notesOf = (db: Database, userId: string) =>
  db
    .selectFrom('expiredDraft')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('expiredAt', 'desc')
    .execute();

/** Erases the notes of a person's expired drafts. @returns how many */
export const eraseNotes = async (trx: Trx, userId: string): Promise<number> => {
  const { numDeletedRows } = await trx
    .deleteFrom('expiredDraft')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Notes that hardly anybody will ask for any more. */
export const oldNotes: Expired = {
  table: 'expired_draft',
  by: 'expired_at',
  key: 'id',
  isOver: (now) => sql`expired_at <= ${new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS)}`,
};
