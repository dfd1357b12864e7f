import type { EventObject } from 'xstate';
import type { Layer } from '../../reporting/shape.ts';
import { withSubject } from '../../subjects/index.ts';
import { findLocked } from '../lock.ts';
import type { Path } from '../path.ts';
import { plannedLayers, plannedPaths } from '../planned.ts';
import { pathById } from '../strategies.ts';
import { type Asked, CannotDo, idOf } from './command.ts';

/** Machine and layer of a path: as requested, otherwise as locked. */
export function placeOf(asked: Asked): { machine: string; layer: Layer } {
  const locked = findLocked(idOf(asked));
  const machine = asked.machine ?? locked?.machine;
  if (machine === undefined) {
    throw new CannotDo(
      `${asked.id} is not in paths.lock.json: name its --machine, its --layer and its --strategy`,
    );
  }
  return { machine, layer: asked.layer ?? locked?.layer ?? 'machine' };
}

/** A path by its id, looked for where it can be found soonest. */
export function findPath(asked: Asked): { machine: string; path: Path<EventObject> } {
  const { strategy, seed } = asked;
  const { machine, layer } = placeOf(asked);
  const isPlanned = !strategy && layer !== 'machine' && plannedLayers(machine).includes(layer);
  const path = isPlanned
    ? plannedPaths(machine, layer).tour.find(({ id }) => id === asked.id)
    : withSubject(machine, (subject): Path<EventObject> | undefined =>
        pathById(subject, idOf(asked), strategy, seed),
      );
  if (!path) throw new CannotDo(`${machine} has no path ${asked.id}`);
  return { machine, path };
}
