import { createHash } from 'node:crypto';
import type { EventObject } from 'xstate';
import type { Arrow } from '#machines/drawing/arrows.ts';
import type { Edge, Node } from './graph.ts';
import type { Outcome } from './guards.ts';
import { type Subject, sentenceOf } from './subject.ts';

/** One step of a path: an accepted event that leads on, or one that must be refused and changes nothing. */
export type Step<E extends EventObject> = {
  event: E;
  from: string;
  to: string;
  refused: boolean;
  arrows: readonly Arrow[];
  /** Answers of guards. */
  outcomes: readonly Outcome[];
  /** The configuration before the step; names the covered parts. */
  configuration: string;
};

export type Path<E extends EventObject> = {
  /** First 7 digits of the SHA-1 of machine, start and events: the same path keeps its id. */
  id: string;
  machine: string;
  start: string;
  steps: readonly Step<E>[];
};

export function toPath<E extends EventObject>(
  machine: string,
  start: string,
  steps: readonly Step<E>[],
): Path<E> {
  const text = JSON.stringify([machine, start, steps.map(({ event, refused }) => [event, refused])]);
  return { id: createHash('sha1').update(text).digest('hex').slice(0, 7), machine, start, steps };
}

export const acceptedStep = <E extends EventObject>({
  event,
  from,
  to,
  arrows,
  outcomes,
}: Edge<E>): Step<E> => ({
  event,
  from: from.state,
  to: to.state,
  refused: false,
  arrows,
  outcomes,
  configuration: from.key,
});

export const refusedStep = <E extends EventObject>({ key, state, refusals }: Node<E>, event: E): Step<E> => ({
  event,
  from: state,
  to: state,
  refused: true,
  arrows: [],
  outcomes: refusals.get(event) ?? [],
  configuration: key,
});

/** The path in readable form, one line per step. */
export function describePath<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  path: Path<E>,
): string[] {
  const first = path.steps[0]?.from ?? '';
  return [
    `${path.id}  ${path.machine}, start: ${path.start}`,
    `         begins in ${first}`,
    ...path.steps.map((step) => {
      const sentence = sentenceOf(subject, step.event);
      if (step.refused) return `       ✗ ${sentence}: refused, stays ${step.from}`;
      const rules = step.arrows.flatMap(({ rule }) => rule ?? []);
      const why = rules.length > 0 ? ` [${rules.join(', ')}]` : '';
      return `       → ${sentence}: ${step.to}${why}`;
    }),
  ];
}
