import { createHmac, randomBytes } from 'node:crypto';
import { type Keeping, keyUntil } from '#server/sealing/installation-keys.ts';
import { KeyUnknown } from '#server/sealing/key-faults.ts';
import { openOrTell } from '#server/sealing/open-or-tell.ts';
import { openText, sealText } from '#server/sealing/sealed-columns.ts';

export type Pseudonyms = {
  /** Returns one pseudonym for one value within a calendar month, also after a restart and on another server. */
  of(kind: 'session' | 'person' | 'operator' | 'caller', value: string): string;
};

type Telling = Parameters<typeof openOrTell>[0];

const LENGTH = 16;
const monthOf = (time: Date): string => time.toISOString().slice(0, 7);
const endOf = (month: string): Date => {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 1, 1));
};

/**
 * Opens pseudonyms with a random key per calendar month (UTC), which the database stores for that month alone. After
 * that nobody can link a pseudonym to its owner, or to a pseudonym of another month. While the key of the installation
 * is missing that has wrapped it, this process has a key of its own: its pseudonyms are others until that is given back.
 */
export async function openPseudonyms(context: Keeping & Telling, now: () => Date): Promise<Pseudonyms> {
  let present: Present = await keyOf(context, monthOf(now())).catch(inMemoryWithout);
  let isRenewing = false;
  const renew = async () => {
    isRenewing = true;
    try {
      present = await keyOf(context, monthOf(now()));
    } catch {
      // The database or a key is unavailable, so the next event tries again.
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

/** The key of a month; of none where nobody else has it. */
type Present = { month: string | null; key: Buffer };

/** @throws any other reason than a missing key of the installation, which is in the log then */
function inMemoryWithout(reason: unknown): Present {
  if (!(reason instanceof KeyUnknown)) throw reason;
  return { month: null, key: randomBytes(32) };
}

/**
 * Returns the key of a month; when several servers begin it at once, one of them makes the key. One that does not open
 * is replaced: pseudonyms from then on are others.
 */
async function keyOf(context: Keeping & Telling, month: string): Promise<{ month: string; key: Buffer }> {
  const { db } = context.storage;
  const name = `pseudonyms:${month}`;
  const expiresAt = endOf(month);
  const sealing = await keyUntil(context, expiresAt);
  const place = { table: 'login_state', column: 'value', id: name };
  const value = sealText(sealing, place, randomBytes(32).toString('base64'));
  await db
    .insertInto('loginState')
    .values({ key: name, value, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db
    .selectFrom('loginState')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirstOrThrow();
  const opened = await openOrTell(context, place, () => openText(sealing, place, stored.value));
  if (opened !== null) return { month, key: Buffer.from(opened, 'base64') };
  await db.deleteFrom('loginState').where('key', '=', name).where('value', '=', stored.value).execute();
  return keyOf(context, month);
}
