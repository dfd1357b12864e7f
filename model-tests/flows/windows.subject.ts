import type { EditedElsewhere } from '#contract/editing.ts';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import type { Report, WindowsContext, WindowsEvent } from '#machines/windows/windows.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const there: EditedElsewhere = { place: 'device', since: '2026-11-20T10:00:00Z' };
const here: Report = { elsewhere: null, wanted: false, againMs: 10_000 };
const answers: readonly Report[] = [here, { ...here, wanted: true }, { ...here, elsewhere: there }];
const errors = [{ code: 'network' }, { code: 'session-expired' }];

export const windowsEnds: Ends<WindowsContext> = {
  report: () => ({ outputs: answers, errors }),
  takeOver: () => ({ outputs: [here, { ...here, elsewhere: there }], errors: [{ code: 'network' }] }),
  letGo: () => ({ outputs: [undefined], errors: [{ code: 'network' }] }),
};

const events: readonly WindowsEvent[] = [
  { type: 'application.shown', processId: 'p' },
  { type: 'application.left' },
  { type: 'write.refused' },
  { type: 'editing.requested' },
  { type: 'takeover.requested' },
  { type: 'window.returned' },
  { type: 'session.renewed' },
];

export type WindowsStep = WindowsEvent | InternalEvent;

const kindOf = ({ elsewhere, wanted }: Report): string =>
  elsewhere ? 'edited elsewhere' : wanted ? 'edited here, wanted by another window' : 'edited here';

export const windowsSubject: Subject<WindowsStep, WindowsContext, undefined> = {
  name: 'windows',
  machine: windowsMachine,
  starts: [{ id: 'a page', input: undefined }],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, windowsEnds)],
  abstraction: ({ processId, hasEdited, isBarred, problem }) => [
    processId,
    hasEdited,
    isBarred,
    problem?.code ?? null,
  ],
  sentences: {
    ...internalSentences,
    'xstate.done': ({ actorId, output }) =>
      `${actorId.split('.').at(-1)} is answered${output ? `: ${kindOf(output as Report)}` : ''}`,
    'application.shown': () => 'an application is on the screen',
    'application.left': () => 'the application is left',
    'write.refused': () => 'a write is refused, as another window edits',
    'editing.requested': () => 'another window of this browser wants to edit',
    'takeover.requested': () => 'the person activates editing here',
    'window.returned': () => 'the person comes back to this window',
    'session.renewed': () => 'the person has logged in again',
  },
};
