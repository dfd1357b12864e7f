import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '#server/storage/database.ts';

export type Pseudonyms = {
  /** Returns one pseudonym for one value within a calendar month, also after a restart and on another server. */
  of(kind: 'session' | 'person' | 'operator' | 'caller', value: string): string;
};

const LENGTH = 16;
const monthOf = (time: Date): string => time.toISOString().slice(0, 7);
const endOf = (month: string): Date => {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 1, 1));
};

/**
 * Opens pseudonyms with a random key per calendar month (UTC), which the database stores for that month alone. After
 * that nobody can link a pseudonym to its owner, or to a pseudonym of another month.
 */
export async function openPseudonyms(db: Database, now: () => Date): Promise<Pseudonyms> {
  let present = await keyOf(db, monthOf(now()));
  let isRenewing = false;
  const renew = async () => {
    isRenewing = true;
    try {
      present = await keyOf(db, monthOf(now()));
    } catch {
      // The database is unavailable, so the next event tries again.
    } finally {
      isRenewing = false;
    }
  };
  return {
    of: (kind, value) => {
      // Until the new key is there, or while the database is unavailable, the last key is used a moment longer.
      if (present.month !== monthOf(now()) && !isRenewing) void renew();
      return createHmac('sha256', present.key)
        .update(`${kind} ${value}`)
        .digest('base64url')
        .slice(0, LENGTH);
    },
  };
}

/** Returns the key of a month; when several servers begin it at once, one of them makes the key. */
async function keyOf(db: Database, month: string): Promise<{ month: string; key: Buffer }> {
  const name = `pseudonyms:${month}`;
  const made = { key: name, value: randomBytes(32).toString('base64'), expiresAt: endOf(month) };
  await db
    .insertInto('loginState')
    .values(made)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('loginState')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirstOrThrow();
  return { month, key: Buffer.from(value, 'base64') };
}
