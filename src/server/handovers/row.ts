import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { HandoverTable } from '#server/storage/tables.ts';

export type HandoverRow = Selectable<HandoverTable>;

/** Returns a code or secret that nobody can guess: 32 random bytes. */
export const freshSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a code or secret, which a reader of the database cannot use. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
