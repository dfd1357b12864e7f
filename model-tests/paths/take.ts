import {
  type AnyActor,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
} from 'xstate';
import { type Arrow, watchArrows } from '#machines/drawing/arrows.ts';

export type Taken = { snapshot: AnyMachineSnapshot; arrows: Arrow[] };

type Observer = { input: unknown; actor: AnyActor; arrows: Arrow[] };

/** An actor that is never started, and the arrows it takes. */
function observe(machine: AnyStateMachine, input: unknown): Observer {
  const arrows: Arrow[] = [];
  const actor = createActor(machine, { input, inspect: watchArrows(machine, arrows) });
  // Actors with a name in the system are created in every configuration anew, and never run.
  Object.assign(actor.system, { _set: () => undefined });
  return { input, actor, arrows };
}

const observers = new WeakMap<AnyStateMachine, Observer>();

/** The actor that takes events: entering a machine costs more than a step in it, and there are thousands of steps. */
function observer(machine: AnyStateMachine, input: unknown): Observer {
  const last = observers.get(machine);
  const known = last && last.input === input ? last : observe(machine, input);
  observers.set(machine, known);
  return known;
}

/** Where a machine begins, and the eventless arrows that lead there. */
export function enter(machine: AnyStateMachine, input: unknown): Taken {
  const { actor, arrows } = observe(machine, input);
  return { snapshot: actor.getSnapshot() as AnyMachineSnapshot, arrows: [...arrows] };
}

/** Takes one event without running any effect and returns the arrows taken, including eventless ones. */
export function take(
  machine: AnyStateMachine,
  input: unknown,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): Taken {
  const { actor: self, arrows } = observer(machine, input);
  arrows.length = 0;
  const nothing = () => undefined;
  const scope: AnyActorScope = {
    self,
    id: self.id,
    sessionId: self.sessionId,
    system: self.system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  };
  return { snapshot: machine.transition(snapshot, event, scope), arrows: [...arrows] };
}
