import { setImmediate } from 'node:timers/promises';

/** Lets other work go first whenever this piece of work has kept the process busy for long enough. */
export type Breathe = () => Promise<void> | undefined;

/** @param sliceMs longest time in ms that the work holds the process at a stretch */
export function breatheEvery(sliceMs: number): Breathe {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
    });
  };
}
