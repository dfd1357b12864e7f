import type { AnyStateMachine } from 'xstate';
import type { DescribedArrow } from '#machines/drawing/describe.ts';
import { advance } from '#machines/kit/advance.ts';
import { statusMachineOf } from '#machines/status-machines.ts';
import { eventIn } from '../live/live-words.ts';
import { workflows } from '../machines.ts';
import { type Fact, type Facts, type Tried, trials } from './facts.ts';

/** A state to try events in, with the facts that hold there. */
export type Moment = { state: string; facts: Facts };

/** Outcome of an event: the moment after it and its arrow; or the reason why it is refused. */
export type Outcome =
  | { event: string; arrow: DescribedArrow; after: Moment }
  /** Arrows that the event would have taken under other conditions; none where the state does not know it. */
  | { event: string; arrow: null; unless: DescribedArrow[] };

/** Facts as they are at first, changed by an address or a form. */
export const factsOf = (tried: Tried, set: Facts): Facts =>
  Object.fromEntries(trials[tried].facts.map(({ name, initial }) => [name, set[name] ?? initial]));

/** A fact's value from a text; null for a text that is no value of it. */
export function readFact(fact: Fact, text: string): Facts[string] | null {
  if (typeof fact.initial === 'boolean') return text === 'true' ? true : text === 'false' ? false : null;
  if (typeof fact.initial === 'number') return /^\d{1,7}$/.test(text) ? Number(text) : null;
  return 'choices' in fact && fact.choices.includes(text) ? text : null;
}

/** Types of the events that a workflow knows, in the order in which they are drawn. */
export const eventsOf = (tried: Tried): string[] => [
  ...new Set((workflows.get(tried)?.arrows ?? []).map(({ id }) => eventIn(id))),
];

/**
 * The outcome of every event of a workflow at a moment. The workflow itself decides, as on the server. Those that lead
 * elsewhere come first, then those that change facts, then those that are refused.
 */
export function outcomesAt(tried: Tried, moment: Moment): Outcome[] {
  const rank = (outcome: Outcome): number => {
    if (outcome.arrow === null) return outcome.unless.length > 0 ? 2 : 3;
    return outcome.after.state === moment.state ? 1 : 0;
  };
  return eventsOf(tried)
    .map((event) => tryEvent(tried, moment, event))
    .sort((one, other) => rank(one) - rank(other));
}

export function tryEvent(tried: Tried, { state, facts }: Moment, event: string): Outcome {
  const trial = trials[tried];
  const machine: AnyStateMachine = statusMachineOf[tried];
  const here = (workflows.get(tried)?.arrows ?? []).filter(
    ({ id, from, isIgnored }) => from === state && !isIgnored && eventIn(id) === event,
  );
  const row = { state, context: trial.context(facts) };
  const moved = advance(machine, row, { ...trial.event(event, facts), type: event });
  // Branches of one event differ in their rule.
  const arrow = moved.accepted ? here.find(({ rule }) => rule === moved.rule) : undefined;
  if (!moved.accepted || !arrow) return { event, arrow: null, unless: here };
  const context = moved.context as Record<string, unknown>;
  const kept = trial.facts.flatMap((fact): [string, Facts[string]][] => {
    const value = readFact(fact, String(context[fact.name]));
    return Object.hasOwn(context, fact.name) && value !== null ? [[fact.name, value]] : [];
  });
  return { event, arrow, after: { state: moved.state, facts: { ...facts, ...Object.fromEntries(kept) } } };
}
