import { expect } from 'vitest';
import type { AnyStateMachine, EventObject } from 'xstate';
import { advance, type StoredRow } from '#machines/kit/advance.ts';
import { explore } from '../paths/graph.ts';
import type { Subject } from '../paths/subject.ts';

/**
 * The context after an event, in every situation that accepts it. It is written by hand, as the status tables name only
 * the next state.
 */
export type Kept<E, Context> = (event: E, before: Context, state: string) => Partial<Context>;

/** The state that an event leads to, by a table; null where it is refused. */
export type Leads<E, Context> = (event: E, before: Context, state: string) => string | null;

/**
 * Differences between the kept and the expected context, from these starts; with a table also those between the state
 * that an event leads to and the expected one.
 */
export function differences<E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
  starts: typeof subject.starts,
  kept: Kept<E, Context>,
  { eventOf = (event) => event, leads }: { eventOf?: (event: E) => E; leads?: Leads<E, Context> } = {},
): string[] {
  let accepted = 0;
  let kinds = 0;
  const found = starts.flatMap((start) =>
    explore(subject, start).nodes.flatMap((node) => {
      const events = subject.events(node as never);
      kinds = Math.max(kinds, events.length);
      return events.flatMap((told) => {
        const event = eventOf(told);
        const row = { state: node.state, context: node.context } as StoredRow<AnyStateMachine>;
        const answer = advance(subject.machine as AnyStateMachine, row, event as never);
        const to = answer.accepted ? answer.state : null;
        const expectedTo = leads ? leads(event, node.context as Context, node.state) : to;
        if (to !== expectedTo) return [`${event.type} in ${node.state} leads to ${to}, not to ${expectedTo}`];
        if (!answer.accepted) return [];
        accepted += 1;
        const expected = { ...(node.context as object), ...kept(event, node.context as Context, node.state) };
        const [is, should] = [answer.context, expected].map((context) =>
          JSON.stringify(context, sorted(context)),
        );
        return is === should ? [] : [`${event.type} in ${node.state}: ${is} instead of ${should}`];
      });
    }),
  );
  expect(accepted).toBeGreaterThan(kinds);
  return found;
}

/** JSON with the names in one order. */
const sorted = (context: unknown) => Object.keys(context as object).sort();
