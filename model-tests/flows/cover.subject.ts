import { coverMachine } from '#machines/cover/cover.machine.ts';
import type { CoverEvent } from '#machines/cover/cover.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const events: readonly CoverEvent[] = [
  { type: 'session.expired' },
  { type: 'session.left' },
  { type: 'session.renewed' },
  { type: 'look.requested' },
  { type: 'look.ended' },
  { type: 'clock.woke' },
];

export type CoverStep = CoverEvent | InternalEvent;

export const coverSubject: Subject<CoverStep, object, undefined> = {
  name: 'cover',
  machine: coverMachine,
  starts: [{ id: 'an application on the screen', input: undefined }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, {})],
  abstraction: () => ({}),
  sentences: {
    ...internalSentences,
    'session.expired': () => 'the session ends by time',
    'session.left': () => 'the person logs out',
    'session.renewed': () => 'the person logs in again',
    'look.requested': () => 'the person wants to see what they have entered',
    'look.ended': () => 'the person has seen it',
    'clock.woke': () => 'the device wakes',
  },
};
