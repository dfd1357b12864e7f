import type { EventObject } from 'xstate';
import { layers } from '#contract/walked-parts.ts';
import type { Layer } from '../reporting/shape.ts';
import { nameOfArrow } from './lock.ts';
import type { Path } from './path.ts';
import { type PlannedLayers, pathsOf } from './planned.ts';

/** The shortest planned path over an arrow in each layer; a layer in which none takes it has null. */
export type WaysOver = { arrow: string; ways: Partial<Record<Layer, Path<EventObject> | null>> };

const takes = (arrow: string, { steps }: Path<EventObject>) =>
  steps.some(({ arrows }) => arrows.some((it) => nameOfArrow(it) === arrow));

/** How many steps a path has until it has taken the arrow. */
const stepsTo = (arrow: string, { steps }: Path<EventObject>) =>
  steps.findIndex(({ arrows }) => arrows.some((it) => nameOfArrow(it) === arrow)) + 1;

/** The shortest ways over arrows, by their names in the lock. */
export function waysOver(arrows: readonly string[], planned: PlannedLayers): WaysOver[] {
  return arrows.map((arrow) => ({
    arrow,
    ways: Object.fromEntries(
      layers.flatMap((layer) => {
        const here = planned[layer];
        if (!here) return [];
        const over = pathsOf(here).filter((path) => takes(arrow, path));
        const [shortest = null] = over.toSorted(
          (a, b) => a.steps.length - b.steps.length || stepsTo(arrow, a) - stepsTo(arrow, b),
        );
        return [[layer, shortest]];
      }),
    ),
  }));
}
