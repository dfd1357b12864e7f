import { AsyncLocalStorage } from 'node:async_hooks';

/** What a call holds while it is worked on (docs/decisions/0022-overload.md). */
export type Turn = { leave(): void; resume(): void };

const present = new AsyncLocalStorage<Turn>();

/** Does a call's work, which holds this turn. */
export const holding = <T>(turn: Turn, work: () => Promise<T>): Promise<T> => present.run(turn, work);

/**
 * Waits for somebody outside without holding the turn of the call: a slow partner keeps nobody from working who does
 * not need it.
 */
export async function aside<T>(wait: () => Promise<T>): Promise<T> {
  const turn = present.getStore();
  if (!turn) return wait();
  turn.leave();
  try {
    return await present.exit(wait);
  } finally {
    turn.resume();
  }
}
