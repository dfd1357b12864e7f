import { mutantSwitch } from './switch.ts';

/** Results of the last run of a test file. */
export const outcome = {
  /** Names of the failed tests; a file that cannot be loaded counts as one. */
  failed: [] as string[],
  /** Mutants that were reached outside of tests, mostly while modules were loaded. */
  always: new Set<number>(),
  /** Mutants that a test reached, by its id. */
  reached: new Map<string, Set<number>>(),
  begin() {
    this.failed = [];
    this.always = new Set();
    this.reached = new Map();
    mutantSwitch.takeReached(new Set());
  },
};
