import { setTimeout as sleep } from 'node:timers/promises';

/** Makes a question to the provider, or shares one that has not started yet. */
type Asks = (subject: string, ask: () => Promise<void>) => Promise<void>;

type Turn = { free: Promise<unknown>; next: Promise<void> | null };

/**
 * Limits the questions about a subject, however many callers need an answer: the first one is asked at once, and
 * callers in the pause after it share the next. So every answer is newer than its call. Each server process counts
 * separately.
 */
export function createAsks(pauseMs: number): Asks {
  const turns = new Map<string, Turn>();

  function begin(subject: string, ask: () => Promise<void>): Promise<void> {
    const asked = ask();
    const turn: Turn = {
      next: null,
      free: Promise.allSettled([asked, sleep(pauseMs, null, { ref: false })]).then(() => {
        if (turn.next === null) turns.delete(subject);
      }),
    };
    turns.set(subject, turn);
    return asked;
  }

  return (subject, ask) => {
    const turn = turns.get(subject);
    if (!turn) return begin(subject, ask);
    turn.next ??= turn.free.then(() => begin(subject, ask));
    return turn.next;
  };
}
