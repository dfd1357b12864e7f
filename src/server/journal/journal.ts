import { germanDay } from '#domain/german-time.ts';
import type { Move, Refusal } from '#domain/journal.ts';
import type { CountedMove } from '#server/analytics/moves.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Trx } from '#server/storage/database.ts';
import { insertMove, insertRefusal, type Stay, stayOf } from './entries.ts';

type Recording = Pick<ServerContext, 'storage' | 'counts' | 'log' | 'now'>;

/** Moves of transactions in progress, which are counted once they are committed. */
const underWay = new WeakMap<Trx, CountedMove[]>();

/**
 * Runs a transaction in which status machines may be moved. Refusals are recorded after it has been rolled back,
 * moves are counted after it has been committed.
 */
export async function recorded<T>(context: Recording, work: (trx: Trx) => Promise<T>): Promise<T> {
  const moves: CountedMove[] = [];
  try {
    const result = await context.storage.db.transaction().execute((trx) => {
      underWay.set(trx, moves);
      return work(trx);
    });
    for (const move of moves) context.counts.moved(move);
    return result;
  } catch (error) {
    if (error instanceof ProblemError && error.facts.refused) await keep(context, error.facts.refused);
    throw error;
  }
}

/** Records a refusal; a failure to do so changes nobody's answer. */
async function keep({ storage, log, now }: Recording, refusal: Refusal): Promise<void> {
  try {
    await insertRefusal(storage.db, refusal, now());
  } catch (err) {
    log.warn({ err, processId: refusal.processId }, 'a refused event could not be recorded');
  }
}

/** Records a move in the transaction that makes it. @throws Error outside of `recorded` */
export async function note({ now }: Pick<Recording, 'now'>, trx: Trx, move: Move): Promise<void> {
  const at = now();
  countMove(trx, await insertMove(trx, move, at), move, at);
}

/**
 * Counts a move that another statement has recorded (`repeating`).
 * @param counted whether the process is counted
 * @throws Error outside of `recorded`
 */
export const noteRepeated = ({ now }: Pick<Recording, 'now'>, trx: Trx, move: Move, counted: boolean): void =>
  countMove(trx, { counted, seconds: null }, move, now());

function countMove(trx: Trx, stay: Stay | null, move: Move, at: Date): void {
  const { machine, event, from, to, rule, by } = move;
  count(trx, stay, {
    day: germanDay(at),
    machine,
    event: event ?? '',
    from: from ?? '',
    to,
    rule: rule ?? '',
    by,
  });
}

/** Records an event that a machine has refused, where the transaction continues. */
export const noteRefused = ({ now }: Pick<Recording, 'now'>, trx: Trx, refusal: Refusal): Promise<void> =>
  insertRefusal(trx, refusal, now());

/** Counts a draft that ends in its state because its time is over: an end that no machine draws. */
export async function noteExpiry(
  { now }: Pick<Recording, 'now'>,
  trx: Trx,
  { id, status }: { id: string; status: string },
): Promise<void> {
  const at = now();
  const expiry = { machine: 'process', event: '', from: status, to: '', rule: '', by: 'server' } as const;
  count(trx, await stayOf(trx, id, at), { day: germanDay(at), ...expiry });
}

function count(trx: Trx, stay: Stay | null, move: Omit<CountedMove, 'stays' | 'seconds'>): void {
  const moves = underWay.get(trx);
  if (!moves) throw new Error('A status machine was moved outside of a recorded transaction');
  if (!stay?.counted) return;
  moves.push({ ...move, stays: stay.seconds === null ? 0 : 1, seconds: Math.max(0, stay.seconds ?? 0) });
}
