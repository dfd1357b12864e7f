import { createHash } from 'node:crypto';

/** An id for the browser, which can only be compared. */
export const opaque = (id: string): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, 22);
