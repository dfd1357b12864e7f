import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFrom,
  type EventObject,
  getInitialSnapshot,
  type InputFrom,
  type StateValueFrom,
  transition,
} from 'xstate';
import { type Definition, leadsSomewhere } from '../drawing/arrows.ts';
import type { RuleMeta } from './rule.ts';

/** Names of the states of a flat status machine. */
type StateName<M extends AnyStateMachine> = Extract<StateValueFrom<M>, string>;

/** A stored status machine: both parts are plain JSON. */
export type Row<M extends AnyStateMachine> = { state: StateName<M>; context: ContextFrom<M> };

/** A row as read from storage: its state may not exist. */
export type StoredRow<M extends AnyStateMachine> = { state: string; context: ContextFrom<M> };

export type Advanced<M extends AnyStateMachine> =
  | ({
      accepted: true;
      /** Id of the rule of the transition that was taken; null where the drawing names none. */
      rule: string | null;
    } & Row<M>)
  | { accepted: false };

/** A stored row names a state that this version of the machine does not have. */
export class UnknownState extends Error {
  override name = 'UnknownState';
}

/** @throws UnknownState when the machine has no state of that name. */
function assertState<M extends AnyStateMachine>(machine: M, state: string): asserts state is StateName<M> {
  if (!Object.hasOwn(machine.states, state)) {
    throw new UnknownState(`The workflow "${machine.id}" has no state "${state}"`);
  }
}

/** The first row of a new workflow. */
export const begin = <M extends AnyStateMachine>(machine: M, input: InputFrom<M>): Row<M> =>
  toRow(getInitialSnapshot(machine, input));

/**
 * Moves a stored row by one event: the only way the server changes a status.
 * A refused event returns `{ accepted: false }` and changes nothing.
 * XState ignores that a machine has ended, so this is checked first.
 * @throws UnknownState when the row names a state that does not exist.
 */
export function advance<M extends AnyStateMachine>(
  machine: M,
  row: StoredRow<M>,
  event: EventFrom<M>,
): Advanced<M> {
  const snapshot = restore(machine, row);
  const taken = transitionOf(snapshot, event);
  if (!taken) return { accepted: false };
  const [next] = transition<AnyStateMachine>(machine, snapshot, event);
  return { accepted: true, rule: ruleOf(taken), ...toRow<M>(next) };
}

/**
 * Returns the types of the candidate events that would be accepted now, without duplicates.
 * Guards look at payloads, so candidates are whole events.
 * @throws UnknownState when the row names a state that does not exist.
 */
export function allowedEvents<M extends AnyStateMachine, E extends EventObject>(
  machine: M,
  row: StoredRow<M>,
  candidates: readonly E[] & readonly EventFrom<M>[],
): E['type'][] {
  const snapshot = restore(machine, row);
  const accepted = candidates.filter((event) => transitionOf(snapshot, event) !== undefined);
  return [...new Set(accepted.map((event) => event.type))];
}

function restore<M extends AnyStateMachine>(machine: M, row: StoredRow<M>): AnyMachineSnapshot {
  assertState(machine, row.state);
  return machine.resolveState({ value: row.state, context: row.context });
}

/** The transition that an event takes now; one that leads nowhere and does nothing counts as refused. */
const transitionOf = (snapshot: AnyMachineSnapshot, event: EventObject): Definition | undefined =>
  snapshot.status === 'active'
    ? snapshot.machine.getTransitionData(snapshot, event).find(leadsSomewhere)
    : undefined;

const ruleOf = ({ meta }: Definition): string | null => (meta as Partial<RuleMeta> | undefined)?.rule ?? null;

const toRow = <M extends AnyStateMachine>(snapshot: AnyMachineSnapshot): Row<M> => ({
  state: snapshot.value as StateName<M>,
  context: snapshot.context as ContextFrom<M>,
});
