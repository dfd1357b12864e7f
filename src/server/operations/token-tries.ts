/** Number of wrong tokens that are checked without a pause, from any addresses. */
const FREE = 20;
/** Time without a wrong token after which all are forgotten. */
const MEMORY_MS = 3_600_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 15 * 60_000;

export type TokenTries = {
  /** Returns the milliseconds during which no token is checked, not even a right one; 0 for now. */
  pause(): number;
  failed(): void;
  succeeded(): void;
};

/**
 * Counts attempts with the operators' token over all addresses, in this process. After the free ones each wrong token
 * doubles the pause during which none is checked. A token in a pause is not compared, so it does not lengthen the
 * pause.
 */
export function tokenTries(now: () => Date): TokenTries {
  let wrong = 0;
  let last = 0;
  const sinceLast = () => now().getTime() - last;
  return {
    pause: () => {
      if (wrong < FREE || sinceLast() >= MEMORY_MS) return 0;
      const whole = Math.min(FIRST_PAUSE_MS * 2 ** (wrong - FREE), LONGEST_PAUSE_MS);
      return Math.max(0, whole - sinceLast());
    },
    failed: () => {
      wrong = sinceLast() >= MEMORY_MS ? 1 : wrong + 1;
      last = now().getTime();
    },
    succeeded: () => {
      wrong = 0;
    },
  };
}
