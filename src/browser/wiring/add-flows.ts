import type { AnyActorLogic, AnyStateMachine } from 'xstate';

/**
 * Adds flows whose code was loaded after the start to a running machine. XState looks up a flow when it starts it
 * (`resolveReferencedActor`), so it finds one that is added before then.
 */
export function addFlows(machine: AnyStateMachine, flows: Record<string, AnyActorLogic>): void {
  Object.assign(machine.implementations.actors, flows);
}
