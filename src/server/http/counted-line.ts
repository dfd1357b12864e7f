/** Shortest time between two lines, in milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Reports an event that may happen thousands of times, at most once a minute.
 * @param tell gets the number of events since the last report, and what is known of the last one
 */
export function countedLine<About extends unknown[] = []>(
  tell: (count: number, ...last: About) => void,
  now = () => performance.now(),
): (...about: About) => void {
  let count = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (...about) => {
    count += 1;
    if (now() - toldAt < PAUSE_MS) return;
    tell(count, ...about);
    toldAt = now();
    count = 0;
  };
}
