type Waiting = { left: number; begin: () => void };

export type LeastLeftFirst = {
  /**
   * Does one piece of a job when it is its turn.
   * @param left amount of the job that is left, with this piece
   */
  inTurn<T>(left: number, work: () => Promise<T>): Promise<T>;
};

/**
 * Works on pieces of many jobs, a few at once. Of the waiting pieces, that of the job with the least left comes
 * first. So small jobs pass large ones, and among equal jobs those that have begun end first, instead of all ending
 * late together.
 */
export function createLeastLeftFirst(atOnce: number): LeastLeftFirst {
  const waiting: Waiting[] = [];
  let busy = 0;
  const end = () => {
    busy -= 1;
    const first = waiting.reduce<Waiting | undefined>(
      (least, one) => (least && least.left <= one.left ? least : one),
      undefined,
    );
    if (!first) return;
    waiting.splice(waiting.indexOf(first), 1);
    busy += 1;
    first.begin();
  };
  return {
    inTurn: async (left, work) => {
      if (busy < atOnce) busy += 1;
      else await new Promise<void>((resolve) => waiting.push({ left, begin: resolve }));
      try {
        return await work();
      } finally {
        // By then the next piece of this job has arrived.
        setImmediate(end);
      }
    },
  };
}
