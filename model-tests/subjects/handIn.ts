import { handInMachine } from '#machines/handIn/handIn.machine.ts';
import type { HandInContext, HandInEvent, HandInInput } from '#machines/handIn/handIn.types.ts';
import type { Subject } from '../paths/subject.ts';

const events: readonly HandInEvent[] = [
  { type: 'handIn.delivered' },
  { type: 'handIn.deferred', problem: 'PartnerUnavailable', nextTryAt: '2026-11-20T10:01:00.000Z' },
  { type: 'handIn.deferred', problem: 'PartnerUnavailable', nextTryAt: '2026-11-27T10:00:00.001Z' },
  { type: 'handIn.refused', problem: 'DeliveryRefused' },
  { type: 'handIn.givenUp', reason: 'notTaken' },
  {
    type: 'handIn.repeated',
    nextTryAt: '2026-11-20T11:00:00.000Z',
    tryUntil: '2026-11-27T10:00:00.000Z',
  },
];

export const handInSubject: Subject<HandInEvent, HandInContext, HandInInput> = {
  name: 'handIn',
  machine: handInMachine,
  starts: [
    {
      id: 'for a week',
      input: { nextTryAt: '2026-11-20T10:00:00.000Z', tryUntil: '2026-11-27T10:00:00.000Z' },
    },
  ],
  events: () => events,
  abstraction: ({ tries }) => ({ tried: tries > 0 }),
  sentences: {
    'handIn.delivered': () => 'the delivery service takes the hand-in',
    'handIn.deferred': ({ nextTryAt }) => `it cannot be delivered now; the next try is at ${nextTryAt}`,
    'handIn.refused': () => 'it cannot be delivered as it is',
    'handIn.givenUp': ({ reason }) => `an operator gives it up: ${reason}`,
    'handIn.repeated': ({ nextTryAt }) => `the person has it tried again, at ${nextTryAt}`,
  },
};
