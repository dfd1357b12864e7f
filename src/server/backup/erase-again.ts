import path from 'node:path';
import { sql } from 'kysely';
import type { Past } from '#server/trail/entries.ts';
import type { AnyDatabase } from './copied-tables.ts';
import { type NewestKeys, OWNERS } from './keys-file.ts';
import type { Manifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { readLines } from './row-files.ts';

/**
 * Compares the owners of keys that a backup has with those of the newest keys: whose key is gone was erased since. Of a
 * sent application that is still listed only the documents were: the server erases them again by their time
 * (use-cases/expire-application.ts).
 * @returns owners without a key by their tables
 * @throws BackupRefused when the keys are not those of this installation
 */
export async function ownersWithoutKey(
  folder: string,
  { tables }: Manifest,
  { owners, listed, own }: NewestKeys,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const gone = new Map<string, string[]>();
  const entry = tables.find(({ name }) => name === 'data_key');
  if (!entry) return gone;
  const [id, kind, madeAt] = ['id', 'kind', 'created_at'].map((column) => entry.columns.indexOf(column));
  // Those of the installation itself have the same ids everywhere, and were made at other times. Those of days end.
  const installation = { same: 0, others: 0, gone: 0 };
  for await (const lines of readLines(path.join(folder, entry.file))) {
    for (const line of lines) {
      const values = JSON.parse(line) as string[];
      const [owner, table] = [values[id!]!, OWNERS[values[kind!]!]];
      if (table === undefined) {
        const isSame = own.get(owner) === Date.parse(values[madeAt!]!);
        installation[isSame ? 'same' : owners.has(owner) ? 'others' : 'gone'] += 1;
      } else if (owners.has(owner) || listed.has(owner)) continue;
      else if (gone.get(table)?.push(owner) === undefined) gone.set(table, [owner]);
    }
  }
  if (installation.others > 0 || (installation.gone > 0 && installation.same === 0))
    throw new BackupRefused('The keys are not those of this installation.');
  return gone;
}

/** Ids as one parameter, however many there are. */
const list = (ids: readonly string[]) =>
  sql`(select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::text::json) as value)`;

/** Numbers of erased applications and of other rows without a key, and the ids of all applications that are gone. */
export type Erased = { applications: number; others: number; ids: ReadonlySet<string> };

/**
 * Erases what was erased since the backup: owners whose key is gone, and applications that the trail or the security log
 * names. Money of applications that no authority has is noted for the operators, as when an application is erased
 * (workflow/erase.ts); the server has no part in this, because it could not open the rows any more.
 */
export async function eraseAgain(
  trx: AnyDatabase,
  withoutKey: ReadonlyMap<string, readonly string[]>,
  past: readonly Past[],
): Promise<Erased> {
  const named = past.flatMap((entry) =>
    // Documents alone end by their time, and that is over after a restore as well.
    entry.event === 'deletion' && entry.what !== 'documents' ? [entry.process] : [],
  );
  const taken = past.flatMap((entry) => (entry.event === 'delivery' ? [entry.process] : []));
  const keyless = withoutKey.get('process') ?? [];
  const gone = new Set([...named, ...keyless]);
  const ids = list([...gone]);
  await sql`insert into refund
      (payment_id, process_id, transaction_id, reference, end_point_id, amount_cents, noted_at)
    select payment.id, process_id, coalesce(transaction_id, payment.id::text), reference, end_point_id, amount_cents, now()
    from payment join process on process.id = payment.process_id
    where process_id in ${ids} and process_id not in ${list(taken)}
      and payment.state = 'paid' and process.status <> 'SUBMITTED'
      and not exists (select from submission_step
        where process_id = process.id and step = 'SUBMIT_DATA_TO_AUTHORITY')
    on conflict do nothing`.execute(trx);
  await sql`delete from mail where process_id in ${ids}`.execute(trx);
  await sql`update handover
    set status = 'ENDED', data = null, process_id = null, expires_at = now() + interval '1 day'
    where process_id in ${ids}`.execute(trx);
  for (const entry of past) if (entry.event === 'person') await erasePersonAgain(trx, entry);
  const erased = await sql`delete from process where id in ${ids}`.execute(trx);
  let others = 0;
  for (const [table, owners] of withoutKey) {
    if (table === 'process') continue;
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where id in ${list(owners)}`.execute(trx);
    others += Number(numAffectedRows);
  }
  return { applications: Number(erased.numAffectedRows ?? 0n), others, ids: gone };
}

/**
 * Erases what a person had beside applications when they deleted everything (use-cases/erase-person.ts). The account ends
 * by itself when nothing else is left of them.
 */
async function erasePersonAgain(
  trx: AnyDatabase,
  { user, levels, at }: Extract<Past, { event: 'person' }>,
): Promise<void> {
  await sql`delete from handover where user_id = ${user} and created_at <= ${at}
    and (made_at_level is null or made_at_level in
      (select json_array_elements_text(${JSON.stringify(levels)}::text::json)))`.execute(trx);
  await sql`delete from expired_draft where user_id = ${user} and expired_at <= ${at}`.execute(trx);
}
