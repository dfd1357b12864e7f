import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/**
 * The switch that instrumented code reads: which mutant is active, if any. Without an active one it records which
 * mutants are reached. All threads of a process share it; for another process MUTANT_ACTIVE sets it.
 */
type Shared = { active: Int32Array; reached: Uint8Array };

/** More than there are mutants; their numbers are positions. */
const MOST = 65_536;
const NAME = 'mutants';

const shared = (getEnvironmentData(NAME) as Shared | undefined) ?? {
  active: new Int32Array(new SharedArrayBuffer(4)).fill(Number(process.env.MUTANT_ACTIVE ?? 0)),
  reached: new Uint8Array(new SharedArrayBuffer(MOST)),
};
setEnvironmentData(NAME, shared as never);

Object.assign(globalThis, {
  __mutant: (index: number): boolean => {
    if (shared.active[0] !== 0) return shared.active[0] === index;
    shared.reached[index] = 1;
    return false;
  },
});

export const mutantSwitch = {
  get active(): number {
    return shared.active[0] ?? 0;
  },
  set active(index: number) {
    shared.active[0] = index;
  },
  /** Adds all mutants reached since the last call to a set. */
  takeReached(into: Set<number>): void {
    for (let index = shared.reached.indexOf(1); index >= 0; index = shared.reached.indexOf(1, index + 1)) {
      into.add(index);
      shared.reached[index] = 0;
    }
  },
};
