/** The longest delay a timer can hold (2^31 - 1 ms); a longer one would fire at once. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

/**
 * Milliseconds until a moment, at least 0, at most what a timer can hold: on waking, the caller checks `isOver` and
 * waits again if the moment has not come.
 * @param moment and `now` in milliseconds since the epoch
 */
export const boundedDelay = (moment: number, now: number): number =>
  Math.min(Math.max(moment - now, 0), LONGEST_TIMEOUT_MS);

export const isOver = (moment: number, now: number): boolean => moment <= now;
