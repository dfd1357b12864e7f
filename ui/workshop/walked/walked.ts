import type { WalkedWorkflow } from '#contract/walked-workflow.ts';
import type { Proofs } from '../reading-context.ts';
import { pathsByArrow } from './paths-by-arrow.ts';

/** A path with the ids of its arrows. */
export type NamedPath = { id: string; layer: string; start: string; arrows: string[] };

export const pathsOf = ({ paths, arrows }: WalkedWorkflow): NamedPath[] =>
  paths.map((path) => ({ ...path, arrows: path.arrows.flatMap((number) => arrows[number] ?? []) }));

/** The paths beside each arrow; the report itself is not served. */
export const proofsIn = (walked: WalkedWorkflow): Proofs => ({
  paths: pathsByArrow(pathsOf(walked)),
  report: null,
});
