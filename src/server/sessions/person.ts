import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ServerContext } from '#server/context.ts';
import type { Identity } from '#server/ports/identity.ts';
import { searchKey } from '#server/sealing/installation-keys.ts';
import { isKeyedHash, keyedHash } from '#server/sealing/keyed-hash.ts';
import type { Trx } from '#server/storage/database.ts';
import type { KeyedHash } from '#server/storage/sealed.ts';
import { unsealed } from '#server/storage/unsealed.ts';

/** A person, as their provider names them. */
export type Named = Pick<Identity, 'providerId' | 'subject'>;
/**
 * A person here; `twin` is the same person once more. A server of an earlier version that still runs beside this one
 * looks for subjects in clear, so it stores a person that it does not find again.
 */
export type Person = { id: string; twin: string | null };

const hashOf = async (context: ServerContext, { providerId, subject }: Named): Promise<KeyedHash> =>
  keyedHash(await searchKey(context), 'app_user.subject', providerId, subject);
/** The subject as an earlier version has stored it. What looks like a hash is nobody's: a hash must not be a name. */
const inClear = ({ subject }: Named): string | null => (isKeyedHash(subject) ? null : subject);

/** PostgreSQL's "unique_violation": somebody else has stored the same person meanwhile. */
const isStoredMeanwhile = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';

/**
 * Returns a person, who is stored at the first login. One whom an earlier version has stored is kept, and their subject
 * is hashed, in the same statement.
 */
export async function storedPerson(context: ServerContext, named: Named): Promise<Person> {
  const [hash, clear, now] = [await hashOf(context, named), inClear(named), context.now()];
  const { providerId } = named;
  const store = () =>
    sql<Person>`
      with hashed as (
        update app_user set subject = ${hash}, needed_at = ${now}
        where provider_id = ${providerId} and subject = ${clear}
          and not exists (
            select from app_user other where other.provider_id = ${providerId} and other.subject = ${hash}
          )
        returning id
      ), stored as (
        insert into app_user (id, provider_id, subject, created_at, needed_at)
        select ${randomUUID()}::uuid, ${providerId}, ${hash}, ${now}::timestamptz, ${now}::timestamptz
        where not exists (select from hashed)
        on conflict (provider_id, subject) do update set needed_at = excluded.needed_at
        returning id
      ), found as (select id from hashed union all select id from stored)
      select found.id, twin.id as twin from found left join app_user twin
        on twin.provider_id = ${providerId} and twin.subject = ${clear} and twin.id <> found.id`.execute(
      context.storage.db,
    );
  const { rows } = await store().catch((error) => {
    if (!isStoredMeanwhile(error)) throw error;
    return store();
  });
  return rows[0]!;
}

/** Returns a person who has logged in before; otherwise null. */
export async function knownPerson(context: ServerContext, named: Named): Promise<Person | null> {
  const hash = await hashOf(context, named);
  const rows = await context.storage.db
    .selectFrom('appUser')
    .select(['id', 'subject'])
    .where('providerId', '=', named.providerId)
    .where('subject', 'in', [hash, ...[inClear(named) ?? []].flat()])
    .execute();
  const [person, twin] = rows.toSorted((one) => (one.subject === hash ? -1 : 1));
  return person ? { id: person.id, twin: twin?.id ?? null } : null;
}

/** People whose subjects an earlier version has stored, in the order of their ids. */
export const peopleInClear = ({ storage }: ServerContext, after: string | null, limit: number) =>
  storage.db
    .selectFrom('appUser')
    .select(['id', 'providerId', 'subject'])
    .where(sql.raw<boolean>(unsealed.appUser))
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Hashes the subject of a person, if it still is as it was read.
 * @returns the person's twin with that hash, who must become one with them; null where there is none
 */
export async function hashSubject(context: ServerContext, { id, ...named }: Named & { id: string }) {
  const hash = await hashOf(context, named);
  const twin = () =>
    context.storage.db
      .selectFrom('appUser')
      .select('id')
      .where('providerId', '=', named.providerId)
      .where('subject', '=', hash)
      .where('id', '<>', id)
      .executeTakeFirst();
  const change = () =>
    context.storage.db
      .updateTable('appUser')
      .set({ subject: hash })
      .where('id', '=', id)
      .where('subject', '=', named.subject)
      .execute();
  try {
    await change();
    return null;
  } catch (error) {
    if (!isStoredMeanwhile(error)) throw error;
    return (await twin())?.id ?? null;
  }
}

/** Locks both and forgets the twin. @returns false when the twin is gone already */
export async function forgetTwin(trx: Trx, { id, twin }: { id: string; twin: string }): Promise<boolean> {
  const both = await trx
    .selectFrom('appUser')
    .select('id')
    .where('id', 'in', [id, twin])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (both.length < 2) return false;
  await trx.deleteFrom('appUser').where('id', '=', twin).execute();
  return true;
}
