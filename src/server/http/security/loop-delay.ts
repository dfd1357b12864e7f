/** How often it is looked whether timers come when they are due, in milliseconds. */
const PERIOD_MS = 50;
/** Share of the newest look in what is taken for the delay: one long task alone is no lasting delay. */
const NEWEST_SHARE = 0.2;
/** From such a delay on every call waits for several others at each of its steps. */
const LATE_MS = 200;

export type LoopDelay = {
  /** Whether the process has been busy for so long that whatever is begun now will be answered late. */
  isLate(): boolean;
  stop(): void;
};

/** Watches how late the event loop of this process comes to what is due. */
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
