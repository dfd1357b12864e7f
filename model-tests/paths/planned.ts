import type { EventObject } from 'xstate';
import { layers } from '#contract/walked-parts.ts';
import { statusMachines } from '#machines/all-machines.ts';
import { planProcess } from '../http/process-plan.ts';
import type { Layer } from '../reporting/shape.ts';
import { withSubject } from '../subjects/index.ts';
import { refundSubject } from '../subjects/refund.ts';
import { browserPlans } from './browser-plans.ts';
import { layersOf } from './layers.ts';
import type { Path } from './path.ts';
import { pathsBy } from './strategies.ts';
import { plan } from './tour.ts';

/** The paths that are walked and locked, by strategy. */
export type Planned = { tour: readonly Path<EventObject>[]; pairs?: readonly Path<EventObject>[] };
export type PlannedLayers = Partial<Record<Layer, Planned>>;

/** True if the pairs of arrows of a machine are walked as well. */
const hasPairs = (machine: string): boolean => statusMachines.some((name) => name === machine);

const planners: Record<Exclude<Layer, 'browser'>, (machine: string) => Planned> = {
  http: (machine) => {
    const { tours, refusals } = machine === 'process' ? planProcess() : plan(refundSubject);
    return { tour: [...tours, ...refusals] };
  },
  machine: (machine) =>
    withSubject(machine, (subject) => ({
      tour: pathsBy(subject, 'tour'),
      ...(hasPairs(machine) && { pairs: pathsBy(subject, 'pairs') }),
    }))!,
};

/**
 * The planned paths of machines in every layer in which they are walked, or in one of these.
 * @throws Error when a walk in Chromium has no plan
 */
export async function plannedPaths(
  machines: readonly string[],
  layer?: Layer,
): Promise<Map<string, PlannedLayers>> {
  const asked = layers.filter((it) => it === (layer ?? it));
  const inBrowser = machines.filter(
    (name) => asked.includes('browser') && layersOf(name).includes('browser'),
  );
  const walks = await browserPlans(inBrowser);
  return new Map(
    machines.map((name) => {
      const here = layersOf(name).filter((it) => asked.includes(it));
      const planIn = (it: Layer) => (it === 'browser' ? { tour: walks.get(name)! } : planners[it](name));
      return [name, Object.fromEntries(here.map((it) => [it, planIn(it)]))];
    }),
  );
}

/** All paths of a layer, whatever chose them. */
export const pathsOf = ({ tour, pairs = [] }: Planned): Path<EventObject>[] => [...tour, ...pairs];
