import { expect, it } from 'vitest';
import type { HandInState } from '#domain/hand-in.ts';
import type { HandInEvent, HandInEventType } from '#machines/handIn/handIn.types.ts';
import { handInSubject } from '../subjects/handIn.ts';
import { assertionsOf, handlersOf, runStatusMachine } from './status-run.ts';

const types: Record<HandInEventType, true> = {
  'handIn.delivered': true,
  'handIn.deferred': true,
  'handIn.refused': true,
  'handIn.givenUp': true,
  'handIn.repeated': true,
};
const states: Record<HandInState, true> = { waiting: true, delivered: true, failed: true };
/** End of the tries of the subject's hand-in. */
const END = '2026-11-27T10:00:00.000Z';

function expected(state: string, event: HandInEvent): HandInState | null {
  if (state === 'failed') return event.type === 'handIn.repeated' ? 'waiting' : null;
  if (state !== 'waiting') return null;
  switch (event.type) {
    case 'handIn.delivered':
      return 'delivered';
    case 'handIn.refused':
    case 'handIn.givenUp':
      return 'failed';
    case 'handIn.deferred':
      return event.nextTryAt > END ? 'failed' : 'waiting';
    case 'handIn.repeated':
      return null;
  }
}

it('is tried until it is delivered or refused, or its time is over; the person can have it tried again', async () => {
  const missing = await runStatusMachine(handInSubject, (workflow) => ({
    events: handlersOf(types, workflow, ({ state }, event: HandInEvent) => expected(state, event)),
    states: assertionsOf(states, workflow),
  }));
  expect(missing).toEqual([]);
});
