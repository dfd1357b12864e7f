import type { WalkedWorkflow } from '#contract/walked-workflow.ts';
import type { TestRunStanding } from '#contract/workshop-page.ts';
import type { Proofs } from '../reading-context.ts';
import { pathsByArrow } from './paths-by-arrow.ts';

/** The last test run, where the workshop is served from the sources. */
export type TestRun = {
  standing: TestRunStanding;
  /** What it has walked of a workflow; null where it has walked nothing of it, or this cannot be read. */
  walkedOf: (machine: string) => Promise<WalkedWorkflow | null>;
  /** Address of a picture by the name of its file. */
  pictureHref: (name: string) => string;
};

/** A path with the ids of its arrows. */
export type NamedPath = { id: string; layer: string; start: string; arrows: string[] };

export const pathsOf = ({ paths, arrows }: WalkedWorkflow): NamedPath[] =>
  paths.map((path) => ({ ...path, arrows: path.arrows.flatMap((number) => arrows[number] ?? []) }));

/** The paths beside each arrow; the report itself is not served. */
export const proofsIn = (walked: WalkedWorkflow): Proofs => ({
  paths: pathsByArrow(pathsOf(walked)),
  report: null,
});
