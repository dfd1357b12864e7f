import { loadingMachine } from '#machines/loading/loading.machine.ts';
import type { LoadingEvent } from '#machines/loading/loading.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const events: readonly LoadingEvent[] = [
  { type: 'navigation.started' },
  { type: 'navigation.finished' },
  { type: 'navigation.failed' },
];

export const loadingSubject: Subject<LoadingEvent | InternalEvent, unknown, undefined> = {
  name: 'loading',
  machine: loadingMachine,
  starts: [{ id: 'a page', input: undefined }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, {})],
  abstraction: () => null,
  sentences: {
    ...internalSentences,
    'navigation.started': () => 'a page is asked for',
    'navigation.finished': () => 'the page is there',
    'navigation.failed': () => 'the page cannot be had',
  },
};
