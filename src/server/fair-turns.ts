type Waiting = { begin: () => void; timer: NodeJS.Timeout };

export type FairTurns = {
  /** Does the work when it is its turn. @throws the refusal, before any of the work is done */
  inTurn<T>(caller: string, work: () => Promise<T>): Promise<T>;
};

/**
 * Lets callers take turns, so that a caller with much work delays only itself. Each caller has a queue, and the
 * queues are served one after the other. Full queues refuse further work at once.
 */
export function createFairTurns({
  atOnce,
  ofOneAtOnce,
  waitingOfOne,
  mostWaiting,
  longestWaitMs,
  refusal,
}: {
  atOnce: number;
  /** Limit for one caller. */
  ofOneAtOnce: number;
  waitingOfOne: number;
  /** Limit for all callers together. */
  mostWaiting: number;
  longestWaitMs: number;
  refusal: () => Error;
}): FairTurns {
  /** Queues in the order in which they are served. */
  const queues = new Map<string, Waiting[]>();
  const underWay = new Map<string, number>();
  let busy = 0;
  let waiting = 0;

  const begin = (caller: string) => {
    busy += 1;
    underWay.set(caller, (underWay.get(caller) ?? 0) + 1);
  };
  const end = (caller: string) => {
    busy -= 1;
    const rest = (underWay.get(caller) ?? 1) - 1;
    if (rest === 0) underWay.delete(caller);
    else underWay.set(caller, rest);
    // The outcome of the previous work comes first.
    setImmediate(serve);
  };
  const hasRoom = (caller: string) => busy < atOnce && (underWay.get(caller) ?? 0) < ofOneAtOnce;

  const remove = (caller: string, one: Waiting) => {
    const left = (queues.get(caller) ?? []).filter((other) => other !== one);
    waiting -= 1;
    // After its turn the caller goes behind all others.
    queues.delete(caller);
    if (left.length > 0) queues.set(caller, left);
  };
  const serve = () => {
    for (const [caller, [first]] of queues) {
      if (!first || !hasRoom(caller)) continue;
      remove(caller, first);
      clearTimeout(first.timer);
      begin(caller);
      first.begin();
      return;
    }
  };
  const wait = (caller: string) =>
    new Promise<void>((resolve, reject) => {
      const queue = queues.get(caller) ?? [];
      if (queue.length >= waitingOfOne || waiting >= mostWaiting) return reject(refusal());
      const one: Waiting = {
        begin: resolve,
        timer: setTimeout(() => {
          remove(caller, one);
          reject(refusal());
        }, longestWaitMs),
      };
      waiting += 1;
      queues.set(caller, [...queue, one]);
    });

  return {
    inTurn: async (caller, work) => {
      if (!queues.has(caller) && hasRoom(caller)) begin(caller);
      else await wait(caller);
      try {
        return await work();
      } finally {
        end(caller);
      }
    },
  };
}
