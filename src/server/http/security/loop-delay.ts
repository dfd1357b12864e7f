/** Time between two checks whether timers fire when they are due, in milliseconds. */
const PERIOD_MS = 50;
/** Weight of the latest check in the estimated delay: one long task alone is no lasting delay. */
const NEWEST_SHARE = 0.2;
/** Delay from which every call waits for several others at each of its steps. */
const LATE_MS = 200;

export type LoopDelay = {
  /** Whether the server process has been busy for so long that new work will be answered late. */
  isLate(): boolean;
  stop(): void;
};

/** Measures how late the event loop of this server process runs. */
export function watchLoopDelay(clock = () => performance.now()): LoopDelay {
  let lookedAt = clock();
  let delay = 0;
  const timer = setInterval(() => {
    const now = clock();
    const late = Math.max(0, now - lookedAt - PERIOD_MS);
    delay += (late - delay) * NEWEST_SHARE;
    lookedAt = now;
  }, PERIOD_MS);
  timer.unref();
  return { isLate: () => delay > LATE_MS, stop: () => clearInterval(timer) };
}
