/** Shortest time between two lines, in milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Reports an event that may happen thousands of times, at most once a minute.
 * @param tell gets the number of events since the last report
 */
export function countedLine(tell: (count: number) => void, now = () => performance.now()): () => void {
  let count = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    count += 1;
    if (now() - toldAt < PAUSE_MS) return;
    tell(count);
    toldAt = now();
    count = 0;
  };
}
