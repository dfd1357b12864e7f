import { buildMachine } from '#machines/build/build.machine.ts';
import type { BuildContext, BuildEvent, BuildInput } from '#machines/build/build.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const MINUTE_MS = 60_000;
/** The time at which these paths happen. */
const now = () => 100 * MINUTE_MS;

export const buildEnds: Ends<BuildContext> = {
  awaitIdle: () => ({ outputs: [undefined], errors: [new Error('not supported')] }),
  fetchLatest: () => ({ outputs: ['mine', 'newer'], errors: [{ code: 'network' }] }),
  recallReload: () => ({
    outputs: [null, now() - 10_000, now() - 9_999],
    errors: [new Error('storage is refused')],
  }),
  secureInput: () => ({ outputs: [undefined], errors: [new Error('unsaved')] }),
  reloadPage: () => ({ outputs: [undefined], errors: [new Error('storage is refused')] }),
};

const events: readonly BuildEvent[] = [
  { type: 'tab.returned', at: now() + 5 * MINUTE_MS },
  { type: 'tab.returned', at: now() + 5 * MINUTE_MS - 1 },
  { type: 'chunk.lost', path: '/suche' },
  { type: 'input.moved' },
];

export const buildSubject: Subject<BuildEvent | InternalEvent, BuildContext, BuildInput> = {
  name: 'build',
  machine: buildMachine,
  starts: [
    { id: 'a page of a build', input: { own: 'mine', now } },
    { id: 'a page in development', input: { own: null, now } },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, buildEnds)],
  abstraction: ({ latest, checkedAt }) => [latest, checkedAt],
  sentences: {
    ...internalSentences,
    'tab.returned': () => 'the tab is in view again',
    'input.moved': () => 'a part of a file has left',
    'chunk.lost': ({ path }) => `a script of ${path} cannot be loaded`,
  },
};
