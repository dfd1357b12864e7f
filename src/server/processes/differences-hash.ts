import { createHash } from 'node:crypto';
import type { Difference } from '#forms/account.ts';

/** Hash of what the person is asked to decide (hex SHA-256): a decision is about exactly these values. */
export const differencesHash = (differences: readonly Difference[]): string =>
  createHash('sha256')
    .update(JSON.stringify(differences.map(({ key, own, account, locked }) => [key, own, account, locked])))
    .digest('hex');
