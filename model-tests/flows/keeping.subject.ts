import type { SavedFile } from '#contract/saved-answers.ts';
import { keepingMachine } from '#machines/keeping/keeping.machine.ts';
import type { KeepingContext, KeepingEvent } from '#machines/keeping/keeping.types.ts';
import type { LoginQuery } from '#machines/login/login.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

export const keepingQuery: LoginQuery = {
  providerId: 'nkb',
  redirect: '/antrag',
  trustLevel: 'low',
  keeps: true,
};

export const savedFile: SavedFile = {
  file: 'sealed',
  name: 'hundesteuer-kiel-2026-11-26.antrag',
  code: 'K7QM-3XWD-9PTA',
  until: '2027-02-24T10:00:00Z',
};

export const keepingEnds: Ends<KeepingContext> = {
  saveEntries: () => ({ outputs: [undefined], errors: [{ code: 'network' }] }),
  sealAnswers: () => ({ outputs: [savedFile], errors: [{ code: 'network' }] }),
};

const events: readonly KeepingEvent[] = [
  { type: 'keeping.requested' },
  { type: 'login.chosen', query: keepingQuery },
  { type: 'file.chosen' },
  { type: 'retry.requested' },
  { type: 'keeping.dismissed' },
  { type: 'viewer.changed' },
];

export type KeepingStep = KeepingEvent | InternalEvent;

export const keepingSubject: Subject<KeepingStep, KeepingContext, undefined> = {
  name: 'keeping',
  machine: keepingMachine,
  starts: [{ id: 'an application without an account', input: undefined }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, keepingEnds)],
  abstraction: ({ query, saved }) => [query !== null, saved !== null],
  sentences: {
    ...internalSentences,
    'keeping.requested': () => 'the person wants to keep the answers',
    'login.chosen': ({ query }) => `the person chooses ${query.providerId}`,
    'file.chosen': () => 'the person chooses a file',
    'retry.requested': () => 'the person tries again',
    'keeping.dismissed': () => 'the person goes on filling in the form',
    'viewer.changed': () => 'somebody has logged in, or the session has ended',
  },
};
