import { DAY_MS } from '#domain/days.ts';
import type { Metadata } from '#server/content/types.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Database } from '#server/storage/database.ts';

/** A person's draft is stored for as many days as its form says; an anonymous one ends with the session. */
export const availableUntil = (session: Session, metadata: Metadata, now: Date): Date =>
  session.userId === null
    ? session.sessionExpiresAt
    : new Date(now.getTime() + metadata.draftRetentionDays * DAY_MS);

/**
 * A person's application that could not be sent is stored like a draft that was just edited: trying may have taken
 * longer than its retention.
 */
export function availableAfterFailure(
  process: { userId: string | null; availableUntil: Date },
  metadata: Metadata | undefined,
  now: Date,
): Date {
  if (process.userId === null || !metadata) return process.availableUntil;
  const until = new Date(now.getTime() + metadata.draftRetentionDays * DAY_MS);
  return until > process.availableUntil ? until : process.availableUntil;
}

/** A person's downloads are stored for the days of the form; nobody can reach an anonymous one after its session. */
export const downloadsUntil = (
  process: { userId: string | null; availableUntil: Date },
  metadata: Metadata,
  now: Date,
): Date =>
  process.userId === null
    ? process.availableUntil
    : new Date(now.getTime() + metadata.downloadRetentionDays * DAY_MS);

/** A date in the past hands it to the job that erases. */
export const keepUntil = (db: Database, processId: string, availableUntil: Date): Promise<unknown> =>
  db.updateTable('process').set({ availableUntil }).where('id', '=', processId).execute();
