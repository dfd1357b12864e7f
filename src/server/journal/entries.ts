import { type RawBuilder, sql } from 'kysely';
import type { Move, Refusal } from '#domain/journal.ts';
import type { Database, Trx } from '#server/storage/database.ts';

/** Number of entries of one process from which another one counts up an equal one, wherever that is. */
export const ENTRIES = 1000;
/** Most different refusals stored of one process. */
const REFUSALS = 50;

/** Facts of a move for the totals. */
export type Stay = {
  /** Whether the process is counted at all. */
  counted: boolean;
  /**
   * Seconds since the state before was entered, by the clocks of two servers; null when the journal does not know, or
   * when the move leaves no state.
   */
  seconds: number | null;
};

/**
 * Writes a move. A move back to its own state that repeats the last one is counted there, so that saving a form a
 * hundred times is one entry.
 * @returns null when the process does not exist any more: the rest of its payments has no journal
 */
export async function insertMove(trx: Trx, move: Move, now: Date): Promise<Stay | null> {
  const again = move.from === move.to ? await countUp(trx, move, now, ofLast(move)) : null;
  return (
    again ??
    (await write(trx, move, now, ENTRIES)) ??
    (await countUp(trx, move, now, sql`select max(id) from journal where ${own(move)} and ${equal(move)}`)) ??
    write(trx, move, now, null)
  );
}

type Fragment = RawBuilder<unknown>;

/** Selects the entries of this machine. */
const own = ({ processId, machine, attempt }: Move): Fragment =>
  sql`process_id = ${processId} and machine = ${machine}
    and attempt is not distinct from ${attempt}::integer and not refused`;

const equal = ({ event, from, to, rule, by }: Move): Fragment =>
  sql`event = ${event}::text and state_before = ${from}::text and state_after = ${to}
    and rule is not distinct from ${rule}::text and mover = ${by}`;

const ofLast = (move: Move): Fragment => sql`select max(id) from journal where ${own(move)}`;

/** Returns the time in a state that is left, as it was before the statement's own change. */
const stay = (move: Move, now: Date): Fragment =>
  sql`(select counted from process where id = ${move.processId}) as counted,
    ${move.from === move.to ? sql`null::integer` : secondsSince(move, now)} as seconds`;

const secondsSince = (move: Move, now: Date): Fragment =>
  sql`round(extract(epoch from ${now}::timestamptz - (
    select at from journal where ${own(move)} and state_before is distinct from state_after
    order by id desc limit 1
  )))::integer`;

const countingUp = (move: Move, now: Date, entry: Fragment): RawBuilder<Stay> =>
  sql<Stay>`
    update journal set times = times + 1, last_at = ${now}
    where id = (${entry}) and ${equal(move)}
    returning ${stay(move, now)}`;

/** Counts a move at an entry, if that is an equal one. */
async function countUp(trx: Trx, move: Move, now: Date, entry: Fragment): Promise<Stay | null> {
  const { rows } = await countingUp(move, now, entry).execute(trx);
  return rows[0] ?? null;
}

/** A part of another statement: counts a move at the last entry of its machine, if that is an equal one. */
export const repeating = (move: Move, now: Date): RawBuilder<Stay> =>
  sql<Stay>`(${countingUp(move, now, ofLast(move))})`;

/** Writes a new entry, while there are fewer than `most` of the process. */
async function write(trx: Trx, move: Move, now: Date, most: number | null): Promise<Stay | null> {
  const { processId, machine, attempt, event, from, to, rule, by } = move;
  const hasSpace = sql`and (select count(*) from journal where process_id = ${processId}) < ${most}`;
  const { rows } = await sql<Stay>`
    insert into journal (
      process_id, machine, attempt, event, state_before, state_after, rule, mover, at, last_at, refused, times
    )
    select id, ${machine}, ${attempt}::integer, ${event}::text, ${from}::text, ${to}, ${rule}::text,
      ${by}, ${now}::timestamptz, ${now}::timestamptz, false, 1
    from process where id = ${processId} ${most === null ? sql`` : hasSpace}
    returning ${stay(move, now)}`.execute(trx);
  return rows[0] ?? null;
}

/** Writes a refused event; a repetition is counted there. Beyond the limit, new ones are not stored. */
export async function insertRefusal(db: Database, refusal: Refusal, now: Date): Promise<void> {
  const { processId, machine, attempt, event, from, by } = refusal;
  await sql`
    insert into journal (
      process_id, machine, attempt, event, state_before, mover, at, last_at, refused, times
    )
    select id, ${machine}, ${attempt}::integer, ${event}, ${from}, ${by}, ${now}::timestamptz, ${now}::timestamptz, true, 1
    from process
    where id = ${processId} and (
      (select count(*) from journal where process_id = ${processId} and refused) < ${REFUSALS}
      or exists (
        select from journal where process_id = ${processId} and machine = ${machine}
          and attempt is not distinct from ${attempt}::integer and event = ${event} and state_before = ${from}
          and mover = ${by} and refused
      )
    )
    on conflict (process_id, machine, coalesce(attempt, 0), event, state_before, mover) where refused
    do update set times = journal.times + 1, last_at = excluded.last_at`.execute(db);
}

/** Returns the time that a process has been in its state, for the totals; null when it does not exist. */
export async function stayOf(trx: Trx, processId: string, now: Date): Promise<Stay | null> {
  const { rows } = await sql<Stay>`
    select counted, (
      select round(extract(epoch from ${now}::timestamptz - at))::integer from journal
      where process_id = process.id and machine = 'process' and not refused
        and state_before is distinct from state_after
      order by id desc limit 1
    ) as seconds
    from process where id = ${processId}`.execute(trx);
  return rows[0] ?? null;
}
