import type { EventObject } from 'xstate';
import { statusMachines } from '#machines/all-machines.ts';
import { planProcess } from '../http/process-plan.ts';
import type { Layer } from '../reporting/shape.ts';
import { withSubject } from '../subjects/index.ts';
import { refundSubject } from '../subjects/refund.ts';
import type { Path } from './path.ts';
import { pathsBy } from './strategies.ts';
import { plan } from './tour.ts';

/** The paths that are locked, by strategy. */
export type Planned = { tour: readonly Path<EventObject>[]; pairs?: readonly Path<EventObject>[] };

/** True if the pairs of arrows of a machine are walked as well. */
const hasPairs = (machine: string): boolean => statusMachines.some((name) => name === machine);

/** The layers whose paths are planned here; a walk in Chromium plans its own. */
export const plannedLayers = (machine: string): Layer[] =>
  machine === 'process' || machine === 'refund' ? ['machine', 'http'] : ['machine'];

/** Planned paths of a machine in one of these layers. */
export function plannedPaths(machine: string, layer: Layer): Planned {
  if (layer === 'http') {
    const { tours, refusals } = machine === 'process' ? planProcess() : plan(refundSubject);
    return { tour: [...tours, ...refusals] };
  }
  return withSubject(machine, (subject) => ({
    tour: pathsBy(subject, 'tour'),
    ...(hasPairs(machine) && { pairs: pathsBy(subject, 'pairs') }),
  }))!;
}
