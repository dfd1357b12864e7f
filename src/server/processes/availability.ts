import { sql } from 'kysely';
import { DAY_MS } from '#domain/days.ts';
import type { Metadata } from '#server/content/types.ts';
import type { Session } from '#server/sessions/session.ts';
import type { Database } from '#server/storage/database.ts';
import type { Expired } from '#server/storage/erase-rows.ts';

/** Returns the end of storage: after the days of the form for a person's draft, with the session without account. */
export const availableUntil = (session: Session, metadata: Metadata, now: Date): Date =>
  session.userId === null
    ? session.sessionExpiresAt
    : new Date(now.getTime() + metadata.draftRetentionDays * DAY_MS);

/**
 * Returns the end of storage after a failed submission. A person's application is stored like a draft that was just
 * edited, because the attempts may have taken longer than its retention.
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

/**
 * Returns the end of storage of downloads: after the days of the form, or with a session without account. Documents that
 * are owed until a later day keep the cover letter, and the way to hand them in, until that day is over.
 * @param owedUntil the last day for owed documents, YYYY-MM-DD; null without one
 */
export const downloadsUntil = (
  process: { userId: string | null; availableUntil: Date },
  metadata: Metadata,
  now: Date,
  owedUntil: string | null,
): Date => {
  if (process.userId === null) return process.availableUntil;
  // In German time, the day ends before midnight of universal time.
  const owed = owedUntil === null ? 0 : Date.parse(owedUntil) + DAY_MS;
  return new Date(Math.max(now.getTime() + metadata.downloadRetentionDays * DAY_MS, owed));
};

/** Days of the entry of an application that an earlier version sent, and whose form is gone: the longest there are. */
const LONGEST_DAYS = 3650;

/**
 * Returns until when a sent application is listed: days of the form after the sending, and never shorter than its
 * downloads, which documents that are owed may prolong.
 * @param metadata undefined where the form is gone
 */
export function listedUntil(
  metadata: Pick<Metadata, 'sentRetentionDays'> | undefined,
  submittedAt: Date,
  downloads: Date | null,
): Date {
  const days = metadata?.sentRetentionDays ?? LONGEST_DAYS;
  return new Date(Math.max(submittedAt.getTime() + days * DAY_MS, downloads?.getTime() ?? 0));
}

/** Sent applications that an earlier version kept without an end: they are looked at again, and get one. */
export const endlessEntries: Expired = {
  table: 'process',
  by: 'available_until',
  key: 'id',
  isOver: () => sql`available_until >= '9999-12-31T00:00:00Z' and status = 'SUBMITTED'`,
  set: 'available_until = updated_at',
};

/** Sets the end of storage. A date in the past leaves the application to the job that erases. */
export const keepUntil = (db: Database, processId: string, availableUntil: Date): Promise<unknown> =>
  db.updateTable('process').set({ availableUntil }).where('id', '=', processId).execute();

/** Keeps an application at least until then; one that is stored for longer stays so. */
export const keepLonger = (db: Database, processId: string, until: Date): Promise<unknown> =>
  db
    .updateTable('process')
    .set({ availableUntil: until })
    .where('id', '=', processId)
    .where('availableUntil', '<', until)
    .execute();
