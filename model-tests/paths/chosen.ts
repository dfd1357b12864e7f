import type { EventObject } from 'xstate';
import type { Layer } from '../reporting/shape.ts';
import type { Path } from './path.ts';
import { pathById, pathsBy, strategies } from './strategies.ts';
import type { Subject } from './subject.ts';

/** Requests of `npm run paths -- run` to a test, in the environment. */
const asked = () => ({
  id: process.env.PATH_ID,
  strategy: strategies.find((it) => it === process.env.PATH_STRATEGY),
  seed: Number(process.env.PATH_SEED ?? 1),
});

/** True if one path was requested, or all of another strategy: then the run need not cover everything. */
export const isPartial = (): boolean => asked().id !== undefined || asked().strategy !== undefined;

/**
 * The requested paths; null without a request.
 * @throws Error when there is no such path
 */
export function chosenPaths<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
): Path<E>[] | null {
  if (!isPartial()) return null;
  const { id, strategy, seed } = asked();
  if (id === undefined) return pathsBy(subject, strategy!, seed);
  const found = pathById(subject, id, strategy, seed);
  if (found) return [found];
  throw new Error(`${subject.name} has no path ${id}: npm run paths -- list --machine ${subject.name}`);
}

/** The command that repeats a path. */
export function commandFor({ id, machine }: { id: string; machine: string }, layer: Layer): string {
  const { strategy, seed } = asked();
  const how = strategy ? ` --strategy ${strategy} --seed ${seed}` : '';
  return `npm run paths -- run ${id} --machine ${machine} --layer ${layer}${how}`;
}
