import { expect, it } from 'vitest';
import type { InterruptionState } from '#domain/interruption.ts';
import type {
  InterruptionContext,
  InterruptionEvent,
  InterruptionEventType,
} from '#machines/interruption/interruption.types.ts';
import { interruptionSubject } from '../subjects/interruption.ts';
import { assertionsOf, handlersOf, runStatusMachine } from './status-run.ts';

const types: Record<InterruptionEventType, true> = {
  'interruption.said': true,
  'interruption.ended': true,
  'time.passed': true,
};
const states: Record<InterruptionState, true> = { none: true, announced: true, inForce: true };

function expected(state: string, { said }: InterruptionContext, event: InterruptionEvent): string | null {
  switch (event.type) {
    case 'interruption.said': {
      const { from, until } = event.said;
      if (until !== null && (until <= event.at || until <= from)) return null;
      return from <= event.at ? 'inForce' : 'announced';
    }
    case 'interruption.ended':
      return state === 'none' ? null : 'none';
    case 'time.passed':
      if (said === null) return null;
      if (said.until !== null && event.at >= said.until) return 'none';
      return state === 'announced' && event.at >= said.from ? 'inForce' : null;
  }
}

it('holds from its beginning to its end, by the clock or by an operator, and forgets then who said it', async () => {
  const missing = await runStatusMachine(interruptionSubject, (workflow) => ({
    events: handlersOf(types, workflow, ({ state, context }, event: InterruptionEvent) =>
      expected(state, context as InterruptionContext, event),
    ),
    states: {
      ...assertionsOf(states, workflow),
      none: () => expect(workflow.row()).toEqual({ state: 'none', context: { said: null } }),
    },
  }));
  expect(missing).toEqual([]);
});
