import { ProblemError } from '#server/problem-error.ts';
import { holding } from '#server/turn.ts';
import { recentCallers } from './recent-callers.ts';
import { workShares } from './work-shares.ts';

/** Number of calls that may wait for each call in progress; more could not finish within the longest wait. */
const WAITING_EACH = 8;
/** Share of calls in progress while the server process is late; nothing else waits. */
const SHARE_WHEN_LATE = 0.25;
/** Of that, the share of one caller while others ask; a caller above its share of work gets one call. */
const SHARE_OF_ONE = 0.5;
/** Time after a call of another caller during which room is left for more of them, in milliseconds. */
const LEAVES_ROOM_MS = 10_000;

export type CallTurns = {
  /** Whether new work would have to wait for other work. */
  isBusy(): boolean;
  /** Counts work before a turn to a caller, in milliseconds. */
  charge(caller: string, ms: number): void;
  /** @throws ProblemError overloaded, when new work for the caller would be refused */
  assertRoom(caller: string): void;
  /**
   * Runs the work when it is its turn.
   * @param caller the caller that the work counts to (caller.ts)
   * @param isGone true when nobody waits for the work any more: its turn passes
   * @throws ProblemError overloaded, before any of the work is done
   */
  inTurn<T>(caller: string, work: () => Promise<T>, isGone?: () => boolean): Promise<T>;
};

/** A call that waits; `begin` receives the function that ends its turn. */
type Waiting = {
  caller: string;
  begin: (end: () => void) => void;
  refuse: () => void;
  timer: NodeJS.Timeout;
};

/**
 * Limits the work done at once so that each call ends soon. Some more calls wait in order; the rest is refused at
 * once, while refusing is still cheap. Each round of the event loop starts only one: with the embedded database work
 * never pauses, and new connections are accepted once a round (docs/decisions/0022-overload.md). Callers above their
 * share come after all others (docs/decisions/0062-one-caller-one-share.md).
 */
export function createCallTurns({
  atOnce,
  longestWaitMs = 500,
  isLate,
  onRefusal = () => {},
}: {
  atOnce: number;
  /** The longest wait for a turn; by default short enough for an answer within a second. */
  longestWaitMs?: number;
  isLate: () => boolean;
  onRefusal?: () => void;
}): CallTurns {
  const waiting: Waiting[] = [];
  const { begin, charge, underWay, isOver } = workShares();
  let roundIsTaken = false;
  const asked = recentCallers(LEAVES_ROOM_MS);
  const overloaded = () => {
    onRefusal();
    return new ProblemError('overloaded');
  };
  const isGreedy = ({ caller }: Waiting) => isOver(caller);

  const mayWait = (caller: string) =>
    waiting.length < atOnce * WAITING_EACH || (!isOver(caller) && waiting.some(isGreedy));
  const mayWorkLate = (caller: string) => {
    const most = Math.ceil(atOnce * SHARE_WHEN_LATE);
    const before = isOver(caller) ? waiting : waiting.filter((one) => !isGreedy(one));
    if (underWay() + before.length >= most) return false;
    if (!asked.others(caller)) return true;
    const theirs = underWay(caller) + waiting.filter((one) => one.caller === caller).length;
    return theirs < (isOver(caller) ? 1 : Math.max(1, most * SHARE_OF_ONE));
  };
  const assertRoom = (caller: string) => {
    asked.note(caller);
    if (!(isLate() ? mayWorkLate(caller) : mayWait(caller))) throw overloaded();
  };

  const beginNow = (caller: string) => {
    roundIsTaken = true;
    setImmediate(() => {
      roundIsTaken = false;
      beginNext();
    });
    return begin(caller);
  };
  const drop = (one: Waiting) => {
    clearTimeout(one.timer);
    waiting.splice(waiting.indexOf(one), 1);
  };
  const beginNext = () => {
    if (roundIsTaken || underWay() >= atOnce) return;
    const next = waiting.find((one) => !isGreedy(one)) ?? waiting[0];
    if (!next) return;
    drop(next);
    next.begin(beginNow(next.caller));
  };
  const refuse = (one: Waiting) => {
    drop(one);
    one.refuse();
  };
  const wait = (caller: string) =>
    new Promise<() => void>((resolve, reject) => {
      const most = atOnce * WAITING_EACH;
      const last = waiting.length >= most ? waiting.findLast(isGreedy) : undefined;
      if (last) refuse(last);
      const one: Waiting = {
        caller,
        begin: resolve,
        refuse: () => reject(overloaded()),
        timer: setTimeout(() => refuse(one), longestWaitMs),
      };
      waiting.push(one);
    });

  const isBusy = () => waiting.length > 0 || underWay() >= atOnce;
  return {
    isBusy,
    charge,
    assertRoom,
    inTurn: async (caller, work, isGone = () => false) => {
      assertRoom(caller);
      let end = isBusy() || roundIsTaken ? await wait(caller) : beginNow(caller);
      const leave = () => {
        end();
        beginNext();
      };
      // Work that continues has already waited for its turn.
      const resume = () => {
        end = begin(caller);
      };
      try {
        if (isGone()) throw new ProblemError('overloaded');
        return await holding({ leave, resume }, work);
      } finally {
        leave();
      }
    },
  };
}
