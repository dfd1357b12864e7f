import { layers } from '#contract/walked-parts.ts';
import { asWalked, WALKED_FOLDERS, type WalkedWorkflow } from '#contract/walked-workflow.ts';
import type { RunReport } from './gather.ts';
import type { Walked } from './sum.ts';

/**
 * Sums up for the workshop how a run has walked a workflow.
 * @param walked of this workflow, in the order of the layers
 * @param at moment of the report, ISO 8601
 */
export function walkedWorkflow(walked: readonly Walked[], at: string): WalkedWorkflow {
  const arrows = new Map<string, number>();
  const numberOf = (id: string): number => {
    if (!arrows.has(id)) arrows.set(id, arrows.size);
    return arrows.get(id)!;
  };
  const paths = walked
    .flatMap(({ layer, paths: own }) => own.map((path) => ({ ...path, layer })))
    .filter(({ outcome }) => outcome === 'passed')
    .map(({ id, layer, start, steps }) => ({
      id,
      layer,
      start,
      arrows: steps.filter(({ refused }) => !refused).flatMap((step) => step.arrows.map(numberOf)),
    }))
    .toSorted((a, b) => a.arrows.length - b.arrows.length);
  return asWalked({
    at,
    coverage: walked.flatMap(({ layer, coverage }) =>
      Object.entries(coverage)
        .filter(([, { total }]) => total > 0)
        .map(([kind, { total, covered, missing, elsewhere = {} }]) => ({
          layer,
          kind,
          total,
          covered,
          missing,
          elsewhere,
        })),
    ),
    arrows: [...arrows.keys()],
    paths,
    pictures: walked.flatMap(({ pictures }) => pictures),
  });
}

/** A file for each workflow that was walked, for the workshop, by the name in the folder of the report. */
export function walkedFiles({ walked, at }: Pick<RunReport, 'walked' | 'at'>): [string, string][] {
  const inOrder = layers.flatMap((layer) => walked.filter((one) => one.layer === layer));
  return [...Map.groupBy(inOrder, ({ machine }) => machine)].map(([machine, own]) => [
    `${WALKED_FOLDERS.workflows}/${machine}.json`,
    JSON.stringify(walkedWorkflow(own, at)),
  ]);
}
