import type { Metadata } from '#server/content/types.ts';
import type { Session } from '#server/sessions/session.ts';

const day = 24 * 60 * 60_000;

/** A draft of a person is kept for the days of its form; an anonymous one ends with the session. */
export const availableUntil = (session: Session, metadata: Metadata, now: Date): Date =>
  session.userId === null
    ? session.sessionExpiresAt
    : new Date(now.getTime() + metadata.draftRetentionDays * day);

export const downloadsUntil = (metadata: Metadata, now: Date): Date =>
  new Date(now.getTime() + metadata.downloadRetentionDays * day);
