import type { ActorRefLike, AnyStateMachine, Snapshot } from 'xstate';
import { type ActorStatus, actorStatuses, type StateNames } from '#contract/inspection.ts';
import { branchesOf, nodesOf } from '#machines/drawing/arrows.ts';

/** Replaces the type of an event that no machine declares: it could contain anything. */
const OTHER = 'other';
/** Types that XState makes; the rest of a type may be the id of an actor, such as that of a file. */
const OF_XSTATE =
  /^xstate\.(?:init|stop|snapshot|after|done\.actor|error\.actor|done\.state|promise\.resolve|promise\.reject)\b/;

/** Actor of an inspection event, with members beyond its public type. */
type Actor = ActorRefLike & { logic?: unknown; src?: unknown; _parent?: ActorRefLike };

/** The machine that an actor runs; null for a call, a timer and the like. */
export function machineOf(actor: ActorRefLike): AnyStateMachine | null {
  const { logic } = actor as Actor;
  return typeof logic === 'object' && logic !== null && 'root' in logic ? (logic as AnyStateMachine) : null;
}

/** The name of a machine, or the name under which a machine calls the actor: both are in the source. */
export function nameOf(actor: ActorRefLike): string {
  const { src } = actor as Actor;
  return machineOf(actor)?.id ?? (typeof src === 'string' ? src : OTHER);
}

export const parentOf = (actor: ActorRefLike): ActorRefLike | undefined => (actor as Actor)._parent;

export function rootOf(actor: ActorRefLike): ActorRefLike {
  const parent = parentOf(actor);
  return parent ? rootOf(parent) : actor;
}

export function statusOf(snapshot: Snapshot<unknown> | undefined): ActorStatus {
  const status = snapshot?.status ?? 'active';
  return actorStatuses.find((known) => known === status) ?? 'active';
}

const keysOf = new WeakMap<AnyStateMachine, Set<string>>();

/** The states that a machine is in, without names that it does not have. */
export function statesIn(actor: ActorRefLike, snapshot: unknown): StateNames | null {
  const machine = machineOf(actor);
  if (machine === null || typeof snapshot !== 'object' || snapshot === null || !('value' in snapshot))
    return null;
  const keys = keysOf.get(machine) ?? new Set(nodesOf(machine).map(({ key }) => key));
  keysOf.set(machine, keys);
  return namesIn(snapshot.value, keys);
}

function namesIn(value: unknown, keys: ReadonlySet<string>): StateNames | null {
  if (typeof value === 'string') return keys.has(value) ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  const named = Object.entries(value).flatMap(([state, inner]) => {
    const names = keys.has(state) ? namesIn(inner, keys) : null;
    return names === null ? [] : [[state, names] as const];
  });
  // A region without inner states is written as an empty object.
  return Object.fromEntries(named);
}

/** Names the types of events by the machines that it has seen. */
export function eventTypes() {
  const declared = new Set<string>();
  const seen = new WeakSet<AnyStateMachine>();
  return {
    see(machine: AnyStateMachine): void {
      if (seen.has(machine)) return;
      seen.add(machine);
      for (const { event } of branchesOf(machine)) declared.add(event);
    },
    typeOf: ({ type }: { type: string }): string =>
      declared.has(type) ? type : (OF_XSTATE.exec(type)?.[0] ?? OTHER),
  };
}
