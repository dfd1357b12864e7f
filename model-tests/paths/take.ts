import {
  type AnyActor,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
} from 'xstate';
import { type Arrow, watchArrows } from '#machines/drawing/arrows.ts';
import { type Outcome, watchGuards } from './guards.ts';

export type Taken = { snapshot: AnyMachineSnapshot; arrows: Arrow[]; outcomes: readonly Outcome[] };

type Observer = { input: unknown; actor: AnyActor; arrows: Arrow[] };

/** An actor that is never started, and the arrows that it takes. */
function observe(original: AnyStateMachine, input: unknown): Observer {
  const { machine } = watchGuards(original);
  const arrows: Arrow[] = [];
  const actor = createActor(machine, { input, inspect: watchArrows(machine, arrows) });
  // Actors with a name in the system are created anew in every configuration, and never run.
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

/** The first state of a machine, and the eventless arrows that lead there. */
export function enter(machine: AnyStateMachine, input: unknown): Taken {
  const { result, outcomes } = watchGuards(machine).during(() => observe(machine, input));
  return {
    snapshot: result.actor.getSnapshot() as AnyMachineSnapshot,
    arrows: [...result.arrows],
    outcomes,
  };
}

/** A machine in a stored state. */
export const resume = (
  machine: AnyStateMachine,
  stored: { state: string; context: unknown },
): AnyMachineSnapshot =>
  watchGuards(machine).machine.resolveState({ value: stored.state, context: stored.context });

/** True if an event is accepted, with the answers of the guards. */
export function ask(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: EventObject) {
  const { during } = watchGuards(machine);
  const { result, outcomes } = during(() => snapshot.status === 'active' && snapshot.can(event));
  return { isAccepted: result, outcomes };
}

/**
 * Takes one event without running any effect and returns the arrows taken, including eventless ones.
 * @param snapshot from `enter`, `resume` or an earlier step
 */
export function take(
  machine: AnyStateMachine,
  input: unknown,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): Taken {
  const { actor: self, arrows } = observer(machine, input);
  const watched = watchGuards(machine);
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
  const { result, outcomes } = watched.during(() => watched.machine.transition(snapshot, event, scope));
  return { snapshot: result, arrows: [...arrows], outcomes };
}
