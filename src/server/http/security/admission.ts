import { ProblemError } from '#server/problem-error.ts';
import { holding } from '#server/turn.ts';

/** How many may wait for each one that is worked on: more than finish within the longest wait would wait in vain. */
const WAITING_EACH = 8;
/** While the server process is late, only this share is worked on at once, and nothing else waits. */
const SHARE_WHEN_LATE = 0.25;

export type Admission = {
  /** Whether new work would have to wait for other work. */
  isBusy(): boolean;
  /** @throws ProblemError overloaded, when new work would be refused */
  assertRoom(): void;
  /**
   * Does the work when it is its turn.
   * @param isGone nobody waits for the work any more: its turn passes
   * @throws ProblemError overloaded, before any of the work is done
   */
  inTurn<T>(work: () => Promise<T>, isGone?: () => boolean): Promise<T>;
};

type Waiting = { begin: () => void; timer: NodeJS.Timeout };

/**
 * Limits the work done at once so that each piece is finished soon: some more waits in order, the rest is refused at
 * once, while refusing is still cheap. Each round of the event loop starts only one: with the embedded database work
 * never pauses, and new connections are accepted once a round (docs/decisions/0022-overload.md).
 */
export function createAdmission({
  atOnce,
  longestWaitMs = 500,
  isLate,
  onRefusal = () => {},
}: {
  atOnce: number;
  /** Nobody waits longer for a turn; by default so that the answer is there within a second. */
  longestWaitMs?: number;
  isLate: () => boolean;
  onRefusal?: () => void;
}): Admission {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let roundIsTaken = false;
  const overloaded = () => {
    onRefusal();
    return new ProblemError('overloaded');
  };
  const assertRoom = () => {
    const hasRoom = isLate()
      ? underWay + waiting.length < Math.ceil(atOnce * SHARE_WHEN_LATE)
      : waiting.length < atOnce * WAITING_EACH;
    if (!hasRoom) throw overloaded();
  };

  const begin = () => {
    underWay += 1;
    roundIsTaken = true;
    setImmediate(() => {
      roundIsTaken = false;
      beginNext();
    });
  };
  const beginNext = () => {
    if (roundIsTaken || underWay >= atOnce) return;
    const next = waiting.shift();
    if (!next) return;
    clearTimeout(next.timer);
    begin();
    next.begin();
  };
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        begin: resolve,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(overloaded());
        }, longestWaitMs),
      };
      waiting.push(one);
    });

  const leave = () => {
    underWay -= 1;
    beginNext();
  };
  // It has waited for its turn once.
  const resume = () => {
    underWay += 1;
  };
  const isBusy = () => waiting.length > 0 || underWay >= atOnce;
  return {
    isBusy,
    assertRoom,
    inTurn: async (work, isGone = () => false) => {
      assertRoom();
      if (isBusy() || roundIsTaken) await wait();
      else begin();
      try {
        if (isGone()) throw new ProblemError('overloaded');
        return await holding({ leave, resume }, work);
      } finally {
        leave();
      }
    },
  };
}
