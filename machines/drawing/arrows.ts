import type { AnyStateMachine, InspectionEvent, StateNode as XStateNode } from 'xstate';

// biome-ignore lint/suspicious/noExplicitAny: a node of any machine
export type StateNode = XStateNode<any, any>;
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
};

const nodeName = (node: StateNode) => node.path.join('.') || '(any)';

function definitionsOf(node: StateNode): [string, readonly Definition[]][] {
  const byEvent = [...node.transitions.entries()] as [string, readonly Definition[]][];
  return node.always ? [...byEvent, ['always', node.always as readonly Definition[]]] : byEvent;
}

/** Id of the arrow that a branch is drawn as. */
export const arrowId = (node: StateNode, event: string, index: number): string =>
  `${nodeName(node)} ${event}${index > 0 ? `#${index + 1}` : ''}`;

/** An event that is declared to do nothing is not an arrow: it counts as refused. */
export const leadsSomewhere = ({ target, actions }: Definition) => target !== undefined || actions.length > 0;

/** The machine itself and all its states, in the order they are drawn. */
export const nodesOf = (machine: AnyStateMachine): StateNode[] => [
  machine.root as StateNode,
  ...below(machine.root as StateNode),
];

const below = (node: StateNode): StateNode[] =>
  Object.values<StateNode>(node.states).flatMap((inner) => [inner, ...below(inner)]);

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
      id: arrowId(node, event, index),
      from: nodeName(node),
      event,
      to: (definition.target ?? []).map(nodeName),
      rule: meta?.rule ?? null,
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
  nodesOf(machine)
    .slice(1)
    .filter((node) => (node.type === 'atomic' || node.type === 'final') && !isPassedThrough(node))
    .map(nodeName);

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
