import type { HandInPage } from '#contract/hand-in.ts';
import type { HandInView } from '#contract/handed-in.ts';
import { handingInMachine } from '#machines/handingIn/handingIn.machine.ts';
import type {
  HandingInContext,
  HandingInEvent,
  HandingInInput,
} from '#machines/handingIn/handingIn.types.ts';
import type { InternalEvent, Subject, View } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const handIn = (state: HandInView['state']): HandInView => ({
  id: 'hand-in',
  state,
  documents: [{ path: 'rent', label: 'Rent', files: ['a.pdf'] }],
  handedInAt: '2026-11-20T10:00:00Z',
  deliveredAt: state === 'delivered' ? '2026-11-20T10:01:00Z' : null,
  hasReceipt: state === 'delivered',
});

export const handInPage = (files: HandInPage['files'], ...states: HandInView['state'][]): HandInPage => ({
  ticketNumber: 'SP-1',
  serviceName: 'Housing benefit',
  authorityName: 'Stadt Kiel',
  until: null,
  isPast: false,
  documents: [
    {
      path: 'rent',
      label: 'Rent',
      pattern: 'application/pdf,image/jpeg',
      maxBytes: 1_000_000,
    },
  ],
  files,
  handIns: states.map(handIn),
});

export const pdf = { name: 'a.pdf', size: 9, type: 'application/pdf', content: null };
const kept = { id: 'kept', name: 'a.pdf', size: 9, type: 'application/pdf' };
export const arrived = { ...kept, path: 'rent', checked: true };

export const handingInEnds: Ends<HandingInContext> = {
  loadPage: ({ page }) => ({
    outputs:
      page === null
        ? [handInPage([]), handInPage([arrived], 'failed')]
        : [handInPage([]), handInPage([], 'delivered')],
    errors: [{ code: 'network' }, { code: 'hand-in-closed' }],
  }),
  handIn: () => ({
    outputs: [handInPage([], 'waiting')],
    errors: [{ code: 'network' }, { code: 'status-conflict' }],
  }),
  repeatHandIn: () => ({
    outputs: [handInPage([], 'waiting')],
    errors: [{ code: 'network' }, { code: 'not-found' }],
  }),
  dropFile: () => ({ outputs: [undefined], errors: [{ code: 'network' }, { code: 'status-conflict' }] }),
  /** Never ends: its reports are triggered one by one. */
  upload: () => ({ outputs: [], errors: [] }),
};

const events: readonly HandingInEvent[] = [
  { type: 'handIn.requested' },
  { type: 'handIn.retried', id: 'hand-in' },
  { type: 'retry.requested' },
  { type: 'network.restored' },
  { type: 'tab.left' },
  { type: 'tab.returned', awayMs: 60_000 },
  { type: 'locale.changed', locale: 'en' },
  { type: 'locale.changed', locale: 'de' },
];
const choices: readonly HandingInEvent[] = [
  { type: 'files.chosen', path: 'rent', files: [pdf] },
  { type: 'files.chosen', path: 'rent', files: [{ ...pdf, size: 0 }] },
  { type: 'files.chosen', path: 'other', files: [pdf] },
  { type: 'upload.kept', id: 'nobody', file: kept },
  { type: 'file.removed', id: 'kept' },
  { type: 'file.retried', id: 'nobody' },
];

/** Events of a file that is on its way, including actions of the person. */
const lifeOf = (id: string): HandingInEvent[] => [
  { type: 'upload.prepared', id, file: { ...pdf, size: 8 }, picture: null },
  { type: 'upload.moved', id, stage: 'queued', problem: null },
  { type: 'upload.moved', id, stage: 'checking', problem: null },
  { type: 'upload.moved', id, stage: 'failed', problem: { code: 'network' } },
  { type: 'upload.advanced', id, loaded: 5 },
  { type: 'upload.kept', id, file: kept },
  { type: 'upload.removed', id },
  { type: 'file.removed', id },
  { type: 'file.retried', id },
  { type: 'picture.approved', id },
];

export type HandingInStep = HandingInEvent | InternalEvent;

/** Covers one file at a time; what happens to several together is in handingIn.test.ts. */
function happenings({ snapshot, context }: View<HandingInContext>): HandingInStep[] {
  const [pending] = context.pendingFiles;
  const mayChoose = pending === undefined && (context.page?.files.length ?? 0) === 0;
  return [
    ...events,
    ...(pending ? lifeOf(pending.id) : choices.filter(({ type }) => mayChoose || type !== 'files.chosen')),
    ...internalEvents(snapshot, handingInEnds),
  ];
}

export const handingInSubject: Subject<HandingInStep, HandingInContext, HandingInInput> = {
  name: 'handingIn',
  machine: handingInMachine,
  starts: [{ id: 'the page', input: { processId: 'p', locale: 'de' } }],
  events: happenings,
  abstraction: ({ locale, page, pendingFiles, textsAreOld, refreshes, away }) => [
    locale,
    page?.files.length,
    page?.handIns.map(({ state }) => state),
    pendingFiles.map(({ stage }) => stage),
    textsAreOld,
    refreshes > 0,
    away,
  ],
  sentences: {
    ...internalSentences,
    'files.chosen': ({ path, files }) =>
      `${files[0]?.size ? 'a file' : 'an empty file'} is chosen for ${path === 'rent' ? 'an owed document' : 'a document that is not owed'}`,
    'upload.prepared': () => 'the picture is prepared',
    'upload.moved': ({ stage }) => `the file is ${stage}`,
    'upload.advanced': () => 'a part of the file has left',
    'upload.kept': () => 'the file has arrived',
    'upload.removed': () => 'the file is gone',
    'file.removed': () => 'the person removes the file',
    'file.retried': () => 'the person sends the file again',
    'picture.approved': () => 'the person uses the picture anyway',
    'handIn.requested': () => 'the person hands in',
    'handIn.retried': () => 'the person has the hand-in tried again',
    'retry.requested': () => 'the person tries again',
    'network.restored': () => 'the network is back',
    'tab.left': () => 'the page goes out of view',
    'tab.returned': () => 'the page is in view again',
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
  },
};
