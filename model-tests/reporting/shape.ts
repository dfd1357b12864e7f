import type { coverageKinds, layers } from '#contract/walked-parts.ts';
import type { Locale } from '#domain/locale.ts';

export type Layer = (typeof layers)[number];

export type CoverageKind = (typeof coverageKinds)[number];

export type Coverage = {
  total: number;
  covered: number;
  /** Names of uncovered parts. */
  missing: string[];
  /** Parts that another test walks: the reason and its place by their names. */
  elsewhere?: Record<string, string>;
};

/** One planned step of a walked path. */
export type WalkedStep = {
  sentence: string;
  from: string;
  to: string;
  refused: boolean;
  /** Ids of the arrows. */
  arrows: string[];
};

/** A picture of a seen state: the name of its file in `model-tests/report/pictures`. */
export type SeenState = { state: string; locale: Locale; picture: string };

export type WalkedPath = {
  id: string;
  start: string;
  steps: WalkedStep[];
  outcome: 'passed' | 'failed';
  /** The reason of the failure, with the command that repeats it. */
  message?: string;
  durationMs: number;
  /** Objections of axe, the console and the network of the browser. */
  findings?: string[];
};

/**
 * The walk of one machine in one layer by one test, written to `model-tests/report/ledger` at its end. Several tests of
 * the same machine and layer add up.
 */
export type LedgerFile = {
  machine: string;
  layer: Layer;
  /** File of the test, relative to the project. */
  test: string;
  coverage: Partial<Record<CoverageKind, Coverage>>;
  /** Number of times that each arrow was taken, by its id; those never taken are missing. */
  taken: Record<string, number>;
  /** Number of times that each state was seen, by its path. */
  seen: Record<string, number>;
  /** Number of all paths, including unlisted ones. */
  pathCount: number;
  /** The paths one by one, where they are few enough to be read. */
  paths: WalkedPath[];
  /** Pictures of the states; empty outside of a browser. */
  pictures: SeenState[];
};
