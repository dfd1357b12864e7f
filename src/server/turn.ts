import { AsyncLocalStorage } from 'node:async_hooks';

/** The turn of a call that is in progress (docs/decisions/0022-overload.md). */
export type Turn = { leave(): void; resume(): void };

const present = new AsyncLocalStorage<Turn>();

/** Does the work of a call, which holds this turn. */
export const holding = <T>(turn: Turn, work: () => Promise<T>): Promise<T> => present.run(turn, work);

/** Waits for a partner without holding the turn of the call, so that a slow partner delays only calls that need it. */
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
