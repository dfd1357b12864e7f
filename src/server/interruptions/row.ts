import type { Interrupted } from '#domain/interruption.ts';
import { interruptionMachine } from '#machines/interruption/interruption.machine.ts';
import type { InterruptionEvent } from '#machines/interruption/interruption.types.ts';
import { advance, begin, type Row } from '#machines/kit/advance.ts';
import type { Database, Trx } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';

/** A thing that can be interrupted, and how that stands. */
export type InterruptionRow = Row<typeof interruptionMachine> & { what: Interrupted; version: number };

/** How far an interruption was when an operator looked: it differs once something has happened to it. */
export const interruptionMark = ({ version, state }: Pick<InterruptionRow, 'version' | 'state'>): string =>
  `${version}/${state}`;

/** Returns a thing that nobody has interrupted. */
export const uninterrupted = (what: Interrupted): InterruptionRow => ({
  what,
  version: 0,
  ...begin(interruptionMachine, undefined),
});

/** Returns a row as it is at a moment, whether or not that was written down. */
export function asOf(row: InterruptionRow, at: Date): InterruptionRow {
  const moved = advance(interruptionMachine, row, { type: 'time.passed', at: at.toISOString() });
  return moved.accepted ? { ...row, state: moved.state, context: moved.context } : row;
}

/** Returns every interruption, as it was last written down. */
export const readInterruptions = async (db: Database): Promise<InterruptionRow[]> =>
  (await db.selectFrom('interruption').selectAll().orderBy('what').execute()) as InterruptionRow[];

/** Writes down what the clock has changed: an end by itself forgets who said it. Another process may have done so. */
export const writeAsOf = async (db: Database, { what, version, state, context }: InterruptionRow) => {
  await db
    .updateTable('interruption')
    .set({ state, context: json(context), version: version + 1 })
    .where('what', '=', what)
    .where('version', '=', version)
    .execute();
};

/**
 * Moves an interruption by what an operator does.
 * @param seen how it stood when the operator looked (`interruptionMark`)
 * @returns `moved` where something else has happened since; `refused` where the machine refuses it. In both cases nothing
 * was changed.
 */
export async function moveInterruption(
  trx: Trx,
  what: Interrupted,
  { event, seen, at }: { event: InterruptionEvent; seen: string; at: Date },
): Promise<'done' | 'moved' | 'refused'> {
  const { version, state, context } = uninterrupted(what);
  await trx
    .insertInto('interruption')
    .values({ what, version, state, context: json(context) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await trx
    .selectFrom('interruption')
    .selectAll()
    .where('what', '=', what)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const present = asOf(stored as InterruptionRow, at);
  if (interruptionMark(present) !== seen) return 'moved';
  const moved = advance(interruptionMachine, present, event);
  if (!moved.accepted) return 'refused';
  await trx
    .updateTable('interruption')
    .set({ state: moved.state, context: json(moved.context), version: stored.version + 1 })
    .where('what', '=', what)
    .execute();
  return 'done';
}
