import { createHash } from 'node:crypto';
import type { Difference } from '#forms/account.ts';

/** Returns the hash of the differences to decide (hex SHA-256): a decision is about exactly these values. */
export const differencesHash = (differences: readonly Difference[]): string =>
  createHash('sha256')
    .update(JSON.stringify(differences.map(({ key, own, account, locked }) => [key, own, account, locked])))
    .digest('hex');
