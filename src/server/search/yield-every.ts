import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop when this piece of work has held it long enough. */
export type YieldNow = () => Promise<void> | undefined;

/** Share of the work in the time that others take, however busy they are: the work must finish. */
const LEAST_SHARE = 0.5;
const LONGEST_MS = 50;

/** @param sliceMs longest time in ms between two yields; longer only when others keep the work waiting */
export function yieldEvery(sliceMs: number): YieldNow {
  let began = performance.now();
  let slice = sliceMs;
  return () => {
    const stopped = performance.now();
    if (stopped - began < slice) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
      slice = Math.min(LONGEST_MS, Math.max(sliceMs, (began - stopped) * LEAST_SHARE));
    });
  };
}
