import { createHash } from 'node:crypto';
import type { SessionIdentity } from '#server/storage/tables.ts';

/** An id for the browser, which can only be compared. */
export const opaque = (id: string): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, 22);

/** Such an id of a person: for a company several have one account, and each is somebody else. */
export const opaquePerson = (userId: string, who: Pick<SessionIdentity, 'company' | 'name'>): string =>
  opaque(who.company === undefined ? userId : `${userId} ${who.name}`);
