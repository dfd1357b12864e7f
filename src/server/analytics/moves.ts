import { sql } from 'kysely';
import type { Mover } from '#domain/journal.ts';
import type { StatusMachine } from '#domain/status-machine.ts';
import type { Database } from '#server/storage/database.ts';
import type { DayRange } from './report.ts';

/**
 * A counted move of a status machine: its time, kind and mover, never the person concerned. Empty parts: event and
 * state before of a start; event, rule and state after of a draft whose time was over.
 */
export type CountedMove = {
  /** The day in Germany, YYYY-MM-DD. */
  day: string;
  machine: StatusMachine;
  event: string;
  from: string;
  to: string;
  rule: string;
  by: Mover;
  /** 1 when it left a state whose beginning is known. */
  stays: number;
  /** Seconds in that state; 0 when unknown. */
  seconds: number;
};

/** Equal moves of a day. */
export type CountedMoves = CountedMove & { count: number };

export const keyOfMoves = ({ day, machine, event, from, to, rule, by }: CountedMove): string =>
  [day, machine, event, from, to, rule, by].join('\n');

export const sumOfMoves = (one: CountedMoves, other: CountedMoves): CountedMoves => ({
  ...one,
  count: one.count + other.count,
  stays: one.stays + other.stays,
  seconds: one.seconds + other.seconds,
});

export const addMoves = (db: Database, rows: CountedMoves[]): Promise<unknown> =>
  db
    .insertInto('journalTotal')
    .values(
      rows.map(({ from, to, by, ...row }) => ({ ...row, stateBefore: from, stateAfter: to, mover: by })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'machine', 'event', 'stateBefore', 'stateAfter', 'rule', 'mover'])
        .doUpdateSet({
          count: sql<number>`journal_total.count + excluded.count`,
          stays: sql<number>`journal_total.stays + excluded.stays`,
          seconds: sql<number>`journal_total.seconds + excluded.seconds`,
        }),
    )
    .execute();

/** Returns the moves of a range of days, those of one kind added up. */
export async function readMoves(db: Database, { from, to }: DayRange): Promise<CountedMoves[]> {
  const rows = await db
    .selectFrom('journalTotal')
    .select(['machine', 'event', 'stateBefore', 'stateAfter', 'rule', 'mover'])
    .select((eb) => [
      eb.fn.sum<string>('count').as('count'),
      eb.fn.sum<string>('stays').as('stays'),
      eb.fn.sum<string>('seconds').as('seconds'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['machine', 'event', 'stateBefore', 'stateAfter', 'rule', 'mover'])
    .execute();
  return rows.map(({ stateBefore, stateAfter, mover, count, stays, seconds, ...row }) => ({
    ...row,
    day: from,
    from: stateBefore,
    to: stateAfter,
    by: mover,
    count: Number(count),
    stays: Number(stays),
    seconds: Number(seconds),
  }));
}
