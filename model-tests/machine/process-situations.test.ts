import { expect, it } from 'vitest';
import { advance } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessContext } from '#machines/process/process.types.ts';
import { expectedStatus, type Status } from '../oracle/status-table.ts';
import { explore } from '../paths/graph.ts';
import { processSubject } from '../subjects/process.ts';

/** Starts in which fee, notice and person make the most difference; process.test.ts walks all others as well. */
const starts = processSubject.starts.filter(
  ({ id }) => id.includes('with fee, notice allowed') && !id.includes('no postbox'),
);

it.each(starts.map((start) => [start.id, start] as const))(
  'answers every event in every situation as the status table says: %s',
  (_id, start) => {
    const { nodes } = explore(processSubject, start);
    const wrong = nodes.flatMap((node) =>
      processSubject.events(node as never).flatMap((event) => {
        const { state, context } = node;
        const answer = advance(processMachine, { state, context } as never, event);
        const found = answer.accepted ? answer.state : null;
        const expected =
          state === 'deleted' ? null : expectedStatus(state as Status, context as ProcessContext, event);
        return found === expected ? [] : [`${event.type} in ${state} leads to ${found}, not to ${expected}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(new Set(nodes.map(({ state }) => state)).size, 'every status and deletion').toBe(10);
  },
);
