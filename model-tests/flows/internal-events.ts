import type { AnyMachineSnapshot } from 'xstate';
import type { InternalEvent } from '../paths/subject.ts';

/** Possible results and failures of a call, given the machine's context. */
type EndsOf<Context> = (context: Context) => { outputs: readonly unknown[]; errors: readonly unknown[] };

/** The ends of calls, by the name of the actor that makes them. */
export type Ends<Context> = Readonly<Record<string, EndsOf<Context>>>;

/** The ends of everything invoked here, and the timers running here. */
export function internalEvents<Context>(snapshot: AnyMachineSnapshot, ends: Ends<Context>): InternalEvent[] {
  return snapshot._nodes.flatMap((node) => {
    const ofActors = node.invoke.flatMap(({ id, src }): InternalEvent[] => {
      const { outputs, errors } = ends[String(src)]?.(snapshot.context as Context) ?? {
        outputs: [],
        errors: [],
      };
      return [
        ...outputs.map((output): InternalEvent => ({ type: `xstate.done.actor.${id}`, actorId: id, output })),
        ...errors.map((error): InternalEvent => ({ type: `xstate.error.actor.${id}`, actorId: id, error })),
      ];
    });
    const timers = new Set(node.after.map(({ eventType }) => eventType as `xstate.after.${string}`));
    return [...ofActors, ...[...timers].map((type): InternalEvent => ({ type }))];
  });
}

/** The name of the actor without its place in the machine, for sentences. */
export const shortId = (actorId: string): string => actorId.split('.').at(-1) ?? actorId;
