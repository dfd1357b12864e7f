import type { Locale } from '#domain/locale.ts';

/** Where paths are walked: on the machine, on the server over HTTP, in Chromium. */
export type Layer = 'machine' | 'http' | 'browser';

/** What of a machine can be covered. */
export type CoverageKind =
  | 'states'
  | 'transitions'
  | 'guard outcomes'
  | 'refused events'
  | 'transition pairs'
  | 'rules';

export type Coverage = {
  total: number;
  covered: number;
  /** By name what has not been covered. */
  missing: string[];
};

/** One step of a walked path, as it was meant. */
export type WalkedStep = {
  sentence: string;
  from: string;
  to: string;
  refused: boolean;
  /** Ids of the arrows. */
  arrows: string[];
};

/** What a person saw: a picture in `model-tests/report/pictures`, by the name of its file. */
export type SeenState = { state: string; locale: Locale; picture: string };

export type WalkedPath = {
  id: string;
  start: string;
  steps: WalkedStep[];
  outcome: 'passed' | 'failed';
  /** Why it failed; contains the command that repeats it. */
  message?: string;
  durationMs: number;
  /** What axe, the console and the network of the browser had to say. */
  findings?: string[];
};

/**
 * What one test has walked of one machine in one layer, written to `model-tests/report/ledger` when it ends. Several
 * tests of the same machine and layer add up.
 */
export type LedgerFile = {
  machine: string;
  layer: Layer;
  /** File of the test, relative to the project. */
  test: string;
  coverage: Partial<Record<CoverageKind, Coverage>>;
  /** How often each arrow was taken, by its id; those never taken are missing. */
  taken: Record<string, number>;
  /** How often each state was seen, by its path. */
  seen: Record<string, number>;
  /** Number of all paths, also of those that are not listed. */
  pathCount: number;
  /** The paths one by one, where they are few enough to be read. */
  paths: WalkedPath[];
  /** What people saw in the states; empty outside of a browser. */
  pictures: SeenState[];
};
