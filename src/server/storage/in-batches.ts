import type { FastifyBaseLogger } from 'fastify';
import { attempt, LEFT } from './attempt.ts';
import type { Storage } from './database.ts';
import { isAway } from './is-away.ts';

/** Rows that one statement finds, and erases at most. */
const BATCH = 200;
/** Failures of one part in one run that are logged one by one; of the others, the log tells the number. */
const TOLD = 10;

export type Batches<T> = {
  /** Name of the work: a part of the job, for the log. */
  part: string;
  /** Returns the next rows behind a row, in an order that does not change; from the first one without it. */
  next: (after: T | null, limit: number) => Promise<T[]>;
  /** Does the work for these rows as a whole or not at all; rows that need nothing any more are left out. */
  work: (rows: T[]) => Promise<unknown>;
  /** Whether each row is done for itself. */
  singly?: true;
  /** Names a row in the log. */
  about: (row: T) => Record<string, string>;
};

/** Parts of the server that batches need. */
export type Batching = { storage: Storage; log: Pick<FastifyBaseLogger, 'error'> };

/** Where runs that were out of time go on, by the name of the work: slow rows must not stop those behind them. */
const left = new WeakMap<Storage, Map<string, unknown>>();

/**
 * Works through rows in batches, until none is left or the time is over; then the next call goes on there. A batch
 * that fails is tried row by row; a row that fails is logged, left for the next time, and stops nothing.
 * @param isOver whether the time is over
 * @throws DatabaseUnavailable when the database is away
 */
export async function inBatches<T>(
  context: Batching,
  batches: Batches<T>,
  isOver: () => boolean,
): Promise<void> {
  const { storage } = context;
  const resumed = left.get(storage) ?? new Map<string, unknown>();
  left.set(storage, resumed);
  const { log, untold } = quietAfter(TOLD, context.log);
  const telling = { storage, log };
  const start = (resumed.get(batches.part) ?? null) as T | null;
  resumed.delete(batches.part);

  let last = start;
  for (let rows = await batches.next(start, BATCH); rows.length > 0; rows = await batches.next(last, BATCH)) {
    last = await doBatch(telling, batches, rows, isOver);
    if (!isOver()) continue;
    resumed.set(batches.part, last);
    break;
  }
  if (untold() > 0) context.log.error({ part: batches.part, count: untold() }, LEFT);
}

/** @returns the last row that was tried */
async function doBatch<T>(
  context: Batching,
  { part, work, singly, about }: Batches<T>,
  rows: T[],
  isOver: () => boolean,
): Promise<T> {
  if (!singly && (await succeeds(context, () => work(rows)))) return rows.at(-1)!;
  for (const row of rows) {
    const isDone = await attempt(context, { part, ...about(row) }, () => work([row]));
    // Good rows of a batch that used up the time by failing are done all the same.
    if ((singly || !isDone) && isOver()) return row;
  }
  return rows.at(-1)!;
}

/** The failure of a whole batch is not told: its rows are tried one by one, and theirs is. */
async function succeeds({ storage }: Batching, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (err) {
    if (await isAway(storage.db, err)) throw err;
    return false;
  }
}

/** Returns a log that passes on so many errors, and counts the others. */
function quietAfter(count: number, log: Batching['log']) {
  let told = 0;
  const error = (about: object) => {
    told += 1;
    if (told <= count) log.error(about, LEFT);
  };
  return { log: { error } as Batching['log'], untold: () => Math.max(0, told - count) };
}
