import { setImmediate } from 'node:timers/promises';

/** Lets other work go first whenever this piece of work has kept the process busy for long enough. */
export type Breathe = () => Promise<void> | undefined;

/** Of the time that others take, so much is the work's, however busy they are: it must come to its end. */
const LEAST_SHARE = 0.5;
const LONGEST_MS = 50;

/** @param sliceMs how long in ms the work holds the process at a stretch; longer only when others keep it waiting */
export function breatheEvery(sliceMs: number): Breathe {
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
