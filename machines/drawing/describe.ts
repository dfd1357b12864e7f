import type { AnyStateMachine } from 'xstate';
import { arrowId, branchesOf, type Definition, leadsSomewhere, nodesOf, type StateNode } from './arrows.ts';

/** One state, as plain data: drawing it needs no XState. */
export type DescribedState = {
  /** Path of the state, such as `open.saving.dirty`; empty for the machine itself. */
  path: string;
  kind: StateNode['type'];
  /** Path of the state that is entered first. */
  initial: string | null;
  /** Key of the state's name in both languages; null for the machine itself. */
  titleKey: string | null;
  /** Names of the actors that run while the state is active. */
  calls: string[];
  entry: string[];
  exit: string[];
};

/** One branch of one event in one state. */
export type DescribedArrow = {
  /** Id as in `Arrow`. */
  id: string;
  from: string;
  cause: DescribedCause;
  /** The event, in words for XState's own ones: `always`, `after untilQuiet`, `loadForm done`. */
  event: string;
  /** The guard by its name; `otherwise` for the branch that is left. */
  guard: string | null;
  /** Paths of the targets; empty when the state stays. */
  to: string[];
  /** The state is left and re-entered, although it is its own target. */
  anew: boolean;
  actions: string[];
  /** The event is declared and does nothing: the states around do not get it. */
  isIgnored: boolean;
  rule: string | null;
  source: string | null;
};

export type DescribedMachine = { name: string; states: DescribedState[]; arrows: DescribedArrow[] };

const pathOf = (node: StateNode) => node.path.join('.');

/** The name of a guard or an action; `house-rules.test.ts` requires machines to name them. */
function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const type = (part as { type?: unknown } | null)?.type;
  if (typeof type !== 'string') throw new Error('A guard or action without a name cannot be drawn');
  return type;
}

/** The guard with the parameters that the drawing passes to it, unless they are a function of the event. */
function guardOf(guard: unknown): string {
  const params = typeof guard === 'object' && guard !== null && 'params' in guard ? guard.params : undefined;
  const values = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return values.length > 0 ? `${nameOf(guard)}(${values.join(', ')})` : nameOf(guard);
}

/** Names of the actions, without XState's built-in ones, which set and cancel timers. */
const namesOf = (actions: readonly unknown[]) =>
  actions.map(nameOf).filter((name) => !name.startsWith('xstate.'));

function delayOf({ machine }: StateNode, name: string): string {
  const delay: unknown = machine.implementations.delays[name];
  return typeof delay === 'number' ? `after ${name} (${delay} ms)` : `after ${name}`;
}

const RAISED = /^xstate\.(after|done\.actor|error\.actor|snapshot|done\.state)\.(.+)$/;

/** Kind of the event that makes an arrow be taken, and its name: of an event, an actor or a delay. */
export type DescribedCause =
  | { kind: 'event' | 'after' | 'done' | 'failed' | 'changed'; name: string }
  | { kind: 'always' | 'any' | 'final'; name: null };

function causeOf(node: StateNode, event: string): DescribedCause {
  if (event === '*') return { kind: 'any', name: null };
  if (event === 'always') return { kind: 'always', name: null };
  const [, kind = '', id = ''] = RAISED.exec(event) ?? [];
  if (kind === '') return { kind: 'event', name: event };
  if (kind === 'done.state') return { kind: 'final', name: null };
  if (kind === 'after') return { kind: 'after', name: id.replace(`.${node.id}`, '') };
  const actor = node.invoke.find((invoked) => invoked.id === id);
  const name = actor ? nameOf(actor.src) : id;
  return { kind: kind === 'snapshot' ? 'changed' : kind === 'done.actor' ? 'done' : 'failed', name };
}

function eventOf(node: StateNode, { kind, name }: DescribedCause): string {
  switch (kind) {
    case 'any':
      return 'any other event';
    case 'always':
      return 'always';
    case 'final':
      return 'final state reached';
    case 'event':
      return name;
    case 'after':
      return delayOf(node, name);
    case 'changed':
      return `${name} has changed`;
    case 'done':
    case 'failed':
      return `${name} ${kind}`;
  }
}

function describeState(node: StateNode): DescribedState {
  const { titleKey } = (node.meta ?? {}) as { titleKey?: string };
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined;
  return {
    path: pathOf(node),
    kind: node.type,
    initial: initial ? pathOf(initial) : null,
    titleKey: titleKey ?? null,
    calls: node.invoke.map(({ src }) => nameOf(src)),
    entry: namesOf(node.entry),
    exit: namesOf(node.exit),
  };
}

function guardName({ guard }: Definition, index: number): string | null {
  if (guard !== undefined) return guardOf(guard);
  return index > 0 ? 'otherwise' : null;
}

/** States, arrows and rules of a machine, in the order they are drawn. */
export function describeMachine(machine: AnyStateMachine): DescribedMachine {
  const arrows = branchesOf(machine).map(({ node, event, index, definition }): DescribedArrow => {
    const cause = causeOf(node, event);
    const { rule, source } = (definition.meta ?? {}) as { rule?: string; source?: string };
    return {
      id: arrowId(node, event, index),
      from: pathOf(node),
      cause,
      event: eventOf(node, cause),
      guard: guardName(definition, index),
      to: (definition.target ?? []).map(pathOf),
      anew: definition.reenter,
      actions: namesOf(definition.actions),
      isIgnored: !leadsSomewhere(definition),
      rule: rule ?? null,
      source: source ?? null,
    };
  });
  return { name: machine.id, states: nodesOf(machine).map(describeState), arrows };
}
