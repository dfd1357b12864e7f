import { createHash } from 'node:crypto';
import type { SessionIdentity } from '#server/storage/tables.ts';

/** Returns an id for the browser, which can only be compared. */
export const opaque = (id: string): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, 22);

/** Returns such an id of a person. Several people of a company have one account, and each has another id. */
export const opaquePerson = (userId: string, who: Pick<SessionIdentity, 'company' | 'name'>): string =>
  opaque(who.company === undefined ? userId : `${userId} ${who.name}`);
