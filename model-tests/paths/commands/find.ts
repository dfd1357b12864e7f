import type { EventObject } from 'xstate';
import type { Layer } from '../../reporting/shape.ts';
import { withSubject } from '../../subjects/index.ts';
import { layersOf } from '../layers.ts';
import { findLocked } from '../lock.ts';
import type { Path } from '../path.ts';
import { pathsOf, plannedPaths } from '../planned.ts';
import { pathById } from '../strategies.ts';
import { type Asked, CannotDo, idOf } from './command.ts';

/**
 * The layer that is asked for, where the machine is walked in it.
 * @throws CannotDo
 */
export function walkedLayer(machine: string, layer: Layer): Layer {
  const layers = layersOf(machine);
  if (layers.includes(layer)) return layer;
  throw new CannotDo(`${machine} is not walked in the layer ${layer}, but in: ${layers.join(', ')}`);
}

/**
 * Machine and layer of a path: as asked, otherwise as locked.
 * @throws CannotDo
 */
export function placeOf(asked: Asked): { machine: string; layer: Layer } {
  const locked = findLocked(idOf(asked), asked);
  const machine = asked.machine ?? locked?.machine;
  if (machine === undefined) {
    const anywhere = findLocked(idOf(asked));
    if (anywhere)
      throw new CannotDo(`${asked.id} is a path of ${anywhere.machine} in the layer ${anywhere.layer}`);
    throw new CannotDo(
      `${asked.id} is not in paths.lock.json: name its --machine, its --layer and its --strategy`,
    );
  }
  return { machine, layer: walkedLayer(machine, asked.layer ?? locked?.layer ?? 'machine') };
}

/**
 * A path by its id. Only the machine itself has paths of other strategies than the planned ones.
 * @throws CannotDo
 */
export async function findPath(
  asked: Asked,
): Promise<{ machine: string; layer: Layer; path: Path<EventObject> }> {
  const { machine, layer } = placeOf(asked);
  const path = layer === 'machine' ? onMachine(machine, asked) : await onLayer(machine, layer, asked);
  if (path) return { machine, layer, path };
  const where = findLocked(idOf(asked));
  const hint = where ? `; it is a path of ${where.machine} in the layer ${where.layer}` : '';
  throw new CannotDo(`${machine} has no path ${asked.id} in the layer ${layer}${hint}`);
}

const onMachine = (machine: string, asked: Asked) =>
  withSubject(machine, (subject): Path<EventObject> | undefined =>
    pathById(subject, idOf(asked), asked.strategy, asked.seed),
  );

async function onLayer(machine: string, layer: Layer, { id }: Asked): Promise<Path<EventObject> | undefined> {
  const planned = (await plannedPaths([machine], layer)).get(machine)?.[layer];
  return planned && pathsOf(planned).find((path) => path.id === id);
}
