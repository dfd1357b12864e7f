import type { EventObject } from 'xstate';
import type { Layer } from '../../reporting/shape.ts';
import { withSubject } from '../../subjects/index.ts';
import { findLocked } from '../lock.ts';
import type { Path } from '../path.ts';
import { plannedLayers, plannedPaths } from '../planned.ts';
import { pathsBy, type Strategy } from '../strategies.ts';
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
  const { machine, layer } = placeOf(asked);
  for (const search of searches(asked, machine, layer)) {
    const path = search().find(({ id }) => id === asked.id);
    if (path) return { machine, path };
  }
  throw new CannotDo(`${machine} has no path ${asked.id}`);
}

type Search = () => readonly Path<EventObject>[];

function searches({ strategy, seed }: Asked, machine: string, layer: Layer): Search[] {
  const by = (each: Strategy) => () =>
    withSubject(machine, (subject): Path<EventObject>[] => pathsBy(subject, each, seed))!;
  if (strategy) return [by(strategy)];
  if (layer !== 'machine' && plannedLayers(machine).includes(layer)) {
    return [() => plannedPaths(machine, layer).tour];
  }
  return [by('tour'), by('pairs'), by('thorough')];
}
