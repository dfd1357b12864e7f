import {
  type AnyActor,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate';
import { getStateNodes } from 'xstate/graph';

export type StateNode = ReturnType<typeof getStateNodes>[number];
export type Definition = StateNode['always'] extends readonly (infer T)[] | undefined ? T : never;

/** One drawn transition of a machine. */
export type Arrow = {
  /** `EDITING form.completed`, with `#2` for the second branch of the same event. */
  id: string;
  from: string;
  event: string;
  /** Names of the targets; empty when the state stays. */
  to: string[];
  /** Id of the rule (`PROC-06`); null in flow machines. */
  rule: string | null;
  description: string | null;
};

const nodeName = (node: StateNode) => node.path.join('.') || '(any)';

function definitionsOf(node: StateNode): [string, readonly Definition[]][] {
  const byEvent = [...node.transitions.entries()] as [string, readonly Definition[]][];
  return node.always ? [...byEvent, ['always', node.always as readonly Definition[]]] : byEvent;
}

/** An event that is declared to do nothing is not an arrow: it counts as refused. */
export const leadsSomewhere = ({ target, actions }: Definition) => target !== undefined || actions.length > 0;

/** The machine itself and all its states, in the order they are drawn. */
export const nodesOf = (machine: AnyStateMachine): StateNode[] => [
  machine.root as StateNode,
  ...getStateNodes(machine),
];

type Branch = { node: StateNode; event: string; index: number; definition: Definition };

/** Every branch of every event in every state, in the order they are drawn and asked. */
export const branchesOf = (machine: AnyStateMachine): Branch[] =>
  nodesOf(machine).flatMap((node) =>
    definitionsOf(node).flatMap(([event, definitions]) =>
      definitions.map((definition, index) => ({ node, event, index, definition })),
    ),
  );

/** All arrows of a machine with their definitions. */
function draw(machine: AnyStateMachine): Map<Definition, Arrow> {
  const arrows = new Map<Definition, Arrow>();
  for (const { node, event, index, definition } of branchesOf(machine)) {
    if (!leadsSomewhere(definition)) continue;
    const meta = definition.meta as { rule?: string } | undefined;
    arrows.set(definition, {
      id: `${nodeName(node)} ${event}${index > 0 ? `#${index + 1}` : ''}`,
      from: nodeName(node),
      event,
      to: (definition.target ?? []).map(nodeName),
      rule: meta?.rule ?? null,
      description: definition.description ?? null,
    });
  }
  return arrows;
}

const drawings = new WeakMap<AnyStateMachine, Map<Definition, Arrow>>();

function drawing(machine: AnyStateMachine): Map<Definition, Arrow> {
  const known = drawings.get(machine) ?? draw(machine);
  drawings.set(machine, known);
  return known;
}

export const arrowsOf = (machine: AnyStateMachine): Arrow[] => [...drawing(machine).values()];

/** A state that is always left at once: the machine never rests in it. */
const isPassedThrough = (node: StateNode) => node.always?.some(({ guard }) => guard === undefined) ?? false;

/** Names of the states in which a machine can rest: the leaf states. */
export const statesOf = (machine: AnyStateMachine): string[] =>
  getStateNodes(machine)
    .filter((node) => (node.type === 'atomic' || node.type === 'final') && !isPassedThrough(node))
    .map(nodeName);

export type Taken = { snapshot: AnyMachineSnapshot; arrows: Arrow[] };

/**
 * An inspector that records the arrows of a machine as they are taken. XState reports them to inspectors only
 * (`_transitions`, private: the tests of the paths pin the version's behaviour).
 */
export function watchArrows(machine: AnyStateMachine, arrows: Arrow[]): (event: InspectionEvent) => void {
  const known = drawing(machine);
  return (event) => {
    if (event.type !== '@xstate.microstep') return;
    for (const definition of event._transitions as Definition[]) {
      const arrow = known.get(definition);
      if (arrow) arrows.push(arrow);
    }
  };
}

type Observer = { input: unknown; actor: AnyActor; arrows: Arrow[] };

/** An actor that is never started, and the arrows it takes. */
function observe(machine: AnyStateMachine, input: unknown): Observer {
  const arrows: Arrow[] = [];
  const actor = createActor(machine, { input, inspect: watchArrows(machine, arrows) });
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
