import { LOGIN_MINUTES } from '#domain/login.ts';
import type { ServerContext } from '#server/context.ts';

/** Stores a value under a key until it is taken or the minutes have passed. */
export async function keep(
  context: ServerContext,
  key: string,
  value: unknown,
  minutes: number = LOGIN_MINUTES,
): Promise<void> {
  const row = {
    key,
    value: JSON.stringify(value),
    expiresAt: new Date(context.now().getTime() + minutes * 60_000),
  };
  await context.storage.db
    .insertInto('loginState')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Reads a value without taking it; null when it is unknown or too old. */
export async function peek<T>(context: ServerContext, key: string): Promise<T | null> {
  const row = await context.storage.db
    .selectFrom('loginState')
    .select('value')
    .where('key', '=', key)
    .where('expiresAt', '>', context.now())
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as T) : null;
}

/** Takes a value; only one of several callers gets it. */
export async function take<T>(context: ServerContext, key: string): Promise<T | null> {
  const row = await context.storage.db
    .deleteFrom('loginState')
    .where('key', '=', key)
    .where('expiresAt', '>', context.now())
    .returning('value')
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as T) : null;
}
