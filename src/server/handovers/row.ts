import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { HandoverTable } from '#server/storage/tables.ts';

export type HandoverRow = Selectable<HandoverTable>;

/** A code or secret that nobody can guess: 32 random bytes. */
export const freshSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a code or secret: whoever reads the database cannot use it. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
