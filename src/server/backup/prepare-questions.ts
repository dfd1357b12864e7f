import { sql } from 'kysely';
import type { Past, TrailEntry } from '#server/trail/entries.ts';
import type { AnyDatabase } from './copied-tables.ts';

/** Time by which the clocks of the database and of the servers may differ. */
const APART_MS = 10 * 60_000;

const BATCH = 2_000;

/** Entries that may be younger than a snapshot. */
export const since = (past: readonly Past[], snapshotAt: Date): Past[] =>
  past.filter(({ at }) => at.getTime() >= snapshotAt.getTime() - APART_MS);

/** Numbers of what the server has to ask or to take over, and what it cannot know. */
export type Questions = {
  payments: number;
  deliveries: number;
  /** Acts of the trail that the server takes over before it begins to work. */
  known: number;
  /** Applications that the authority has and this database does not: number at the delivery service, ticket number. */
  foreignDeliveries: string[];
  /** Hand-ins that the authority has and this database does not, likewise. */
  foreignHandIns: string[];
};

/**
 * Notes what the server has to ask its partners, and what the trail knows that the database does not; the server does it
 * when it starts (use-cases/reconcile.ts).
 * @param erased applications that were erased since: what was sent of them is nobody's any more, what was paid for them
 * without being sent is to be returned
 */
export async function prepareQuestions(
  trx: AnyDatabase,
  past: readonly Past[],
  erased: ReadonlySet<string>,
): Promise<Questions> {
  // Nobody holds anything any more.
  for (const table of ['submission', 'hand_in'])
    await sql`update ${sql.table(table)} set lease_owner = null, lease_until = null`.execute(trx);
  await sql`update mail set lease_until = null`.execute(trx);
  const payments = await sql`insert into unreconciled (kind, id, facts, noted_at)
    select 'payment', id, null, now() from payment where state <> 'paid' and transaction_id is not null
    on conflict do nothing`.execute(trx);
  const deliveries = await sql`insert into unreconciled (kind, id, facts, noted_at)
    select 'status', process_id, null, now() from submission
    where submitted_at is not null and sent_state not in ('successfullySubmitted', 'processingError')
    on conflict do nothing`.execute(trx);
  const known = new Map<string, object>();
  const sent = new Set(past.flatMap((entry) => (entry.event === 'delivery' ? [entry.process] : [])));
  const spent = await spentElsewhere(trx, past, sent);
  for (const { at, ...entry } of past) {
    const id = subjectOf(entry);
    if (id === null || entry.event === 'person') continue;
    if (erased.has(entry.process) && (entry.event !== 'payment' || sent.has(entry.process))) continue;
    if (spent.has(id)) continue;
    // The newest of several announcements counts.
    known.set(`${entry.event} ${id}`, { kind: entry.event, id, facts: { ...entry, at: at.toISOString() } });
  }
  const rows = [...known.values()];
  for (let from = 0; from < rows.length; from += BATCH) {
    await sql`insert into unreconciled (kind, id, facts, noted_at)
      select kind, id, facts, now() from json_to_recordset(${JSON.stringify(rows.slice(from, from + BATCH))}::text::json)
        as one (kind text, id uuid, facts jsonb)
      on conflict (kind, id) do update set facts = excluded.facts`.execute(trx);
  }
  const foreign = async (event: 'delivery' | 'handIn', table: string, column: string) =>
    (
      await sql<{ id: string }>`
        select concat_ws(' ', facts -> 'announcement' ->> 'submissionId', facts ->> 'ticketNumber') as id from unreconciled
        where kind = ${event} and (facts ->> 'taken') is distinct from 'false'
          and not exists (select from ${sql.table(table)} as own where own.${sql.ref(column)} = unreconciled.id)`.execute(
        trx,
      )
    ).rows.map(({ id }) => id);
  return {
    payments: Number(payments.numAffectedRows ?? 0n),
    deliveries: Number(deliveries.numAffectedRows ?? 0n),
    known: known.size,
    foreignDeliveries: await foreign('delivery', 'process', 'id'),
    foreignHandIns: await foreign('handIn', 'hand_in', 'id'),
  };
}

/**
 * Returns the last attempt to pay of each application that an authority has and this database does not: its money is what
 * the authority was paid, and not to be returned.
 */
async function spentElsewhere(
  trx: AnyDatabase,
  past: readonly Past[],
  sent: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id::text from process where id = any(${[...sent]}::uuid[])`.execute(trx);
  const here = new Set(rows.map(({ id }) => id));
  const last = new Map<string, { attempt: number; payment: string }>();
  for (const entry of past) {
    if (entry.event !== 'payment' || !sent.has(entry.process) || here.has(entry.process)) continue;
    if (entry.attempt > (last.get(entry.process)?.attempt ?? 0)) last.set(entry.process, entry);
  }
  return new Set(Array.from(last.values(), ({ payment }) => payment));
}

/** The id under which the server takes an entry over; null for one that needs nothing more. */
function subjectOf(entry: TrailEntry): string | null {
  switch (entry.event) {
    case 'payment':
      return entry.payment;
    case 'announcement':
    case 'delivery':
      return entry.process;
    case 'handIn':
      return entry.handIn;
    case 'mail':
      return entry.mail;
    case 'deletion':
    case 'person':
      return null;
  }
}
