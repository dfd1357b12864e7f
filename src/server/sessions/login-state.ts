import { createHash } from 'node:crypto';
import { LOGIN_MINUTES } from '#domain/login.ts';
import type { ServerContext } from '#server/context.ts';
import { keyUntil } from '#server/sealing/installation-keys.ts';
import { openOrTell } from '#server/sealing/open-or-tell.ts';
import type { Place } from '#server/sealing/seal.ts';
import { openText, sealText } from '#server/sealing/sealed-columns.ts';
import type { Stored } from '#server/storage/sealed.ts';

/** The keys are secrets of browsers, so that only their hashes are told when a value does not open. */
const placeOf = (key: string): Place => ({
  table: 'login_state',
  column: 'value',
  id: createHash('sha256').update(key).digest('hex'),
});

/** Stores a value under a key until it is taken or the minutes have passed. */
export async function keep(
  context: ServerContext,
  key: string,
  value: unknown,
  minutes: number = LOGIN_MINUTES,
): Promise<void> {
  const expiresAt = new Date(context.now().getTime() + minutes * 60_000);
  const sealed = sealText(await keyUntil(context, expiresAt), placeOf(key), JSON.stringify(value));
  const row = { key, value: sealed, expiresAt };
  await context.storage.db
    .insertInto('loginState')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Replaces a value that is still there, for some minutes more. @returns whether it was there */
export async function renew(
  context: ServerContext,
  key: string,
  value: unknown,
  minutes: number,
): Promise<boolean> {
  const expiresAt = new Date(context.now().getTime() + minutes * 60_000);
  const sealed = sealText(await keyUntil(context, expiresAt), placeOf(key), JSON.stringify(value));
  const { numUpdatedRows } = await context.storage.db
    .updateTable('loginState')
    .set({ value: sealed, expiresAt })
    .where('key', '=', key)
    .where('expiresAt', '>', context.now())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Reads a value without taking it; null when it is unknown or too old. */
export async function peek<T>(context: ServerContext, key: string): Promise<T | null> {
  const row = await context.storage.db
    .selectFrom('loginState')
    .select(['value', 'expiresAt'])
    .where('key', '=', key)
    .where('expiresAt', '>', context.now())
    .executeTakeFirst();
  return row ? opened(context, key, row) : null;
}

/** Takes a value; only one of several callers gets it. */
export async function take<T>(context: ServerContext, key: string): Promise<T | null> {
  const row = await context.storage.db
    .deleteFrom('loginState')
    .where('key', '=', key)
    .where('expiresAt', '>', context.now())
    .returning(['value', 'expiresAt'])
    .executeTakeFirst();
  return row ? opened(context, key, row) : null;
}

/** A value that does not open is an unknown one. */
const opened = <T>(
  context: ServerContext,
  key: string,
  { value, expiresAt }: { value: Stored<string>; expiresAt: Date },
): Promise<T | null> =>
  openOrTell(context, placeOf(key), async () => {
    const text = openText(await keyUntil(context, expiresAt), placeOf(key), value);
    return JSON.parse(text) as T;
  });
