import { createHmac } from 'node:crypto';
import type { KeyedHash } from '#server/storage/sealed.ts';
import type { DataKey } from './data-keys.ts';

const MARK = 'hmac:1:';

/** Whether a value from the database is a hash; what an earlier version has stored is open until it is hashed. */
export const isKeyedHash = (value: string): value is KeyedHash => value.startsWith(MARK);

/**
 * Returns the hash (HMAC-SHA-256) by which a value is found that is not stored itself. Without the key, nobody can tell
 * whether it is that of a value they know.
 * @param column in the names of the database, so that equal values of two columns have two hashes
 * @param of what the value belongs to: equal values of two providers are two
 */
export const keyedHash = (key: DataKey, column: string, of: string, value: string): KeyedHash =>
  (MARK +
    createHmac('sha256', key)
      .update(JSON.stringify([column, of, value]))
      .digest('base64url')) as KeyedHash;
