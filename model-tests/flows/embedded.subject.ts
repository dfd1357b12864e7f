import type { SavedProgress } from '#contract/process-calls.ts';
import { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import type { EmbeddedContext, EmbeddedEvent, EmbeddedInput } from '#machines/embedded/embedded.types.ts';
import type { InternalEvent, Subject, View } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const taken = (complete: boolean): SavedProgress => ({
  version: 3,
  status: 'EDITING',
  savedAt: '2026-11-23T10:00:00Z',
  availableUntil: '2026-12-23T10:00:00Z',
  complete,
  refusedFiles: [],
});

export const embeddedEnds: Ends<EmbeddedContext> = {
  /** Never ends: its reports are triggered one by one. */
  saving: () => ({ outputs: [], errors: [] }),
  prolongForm: () => ({
    outputs: [undefined],
    errors: [{ code: 'network' }, { code: 'form-session-lost' }],
  }),
};

export type EmbeddedStep = EmbeddedEvent | InternalEvent;

const readied: EmbeddedEvent = { type: 'frame.readied', page: 'first', title: 'The first page' };
const placements: readonly EmbeddedEvent[] = [
  { type: 'frame.shown' },
  { type: 'frame.removed' },
  { type: 'frame.loaded' },
];
const help: readonly EmbeddedEvent[] = [
  { type: 'network.restored' },
  { type: 'session.renewed' },
  { type: 'editing.gained' },
  { type: 'retry.requested' },
];
const entries = ({ revision }: EmbeddedContext): EmbeddedEvent[] => [
  { type: 'frame.dirtied', dirty: true },
  { type: 'frame.dirtied', dirty: false },
  // Twice is enough: once more while the first is being asked about.
  { type: 'frame.progressed', revision: Math.min(revision + 1, 2) },
  { type: 'frame.progressed', revision },
];
const wayOut = ({ revision }: EmbeddedContext): EmbeddedEvent[] => [
  { type: 'frame.completed', revision },
  { type: 'frame.cancelled' },
  { type: 'page.backRequested' },
  { type: 'summary.requested' },
];
const wayBack = ({ returnsToSummary }: EmbeddedContext): EmbeddedEvent[] => [
  { type: 'page.chosen', page: 'second', returnsToSummary },
  { type: 'page.chosen', page: null, returnsToSummary },
  { type: 'page.requested', page: 'second', returnsToSummary },
  { type: 'page.requested', page: 'first', returnsToSummary },
];
/** Reports about what the frame has told. */
const answers: readonly EmbeddedEvent[] = [
  { type: 'content.saved', isCurrent: true, saved: taken(false) },
  { type: 'content.saved', isCurrent: true, saved: taken(true) },
  { type: 'content.saved', isCurrent: false, saved: taken(true) },
  { type: 'content.refused', problem: { code: 'form-session-lost' } },
  { type: 'content.refused', problem: { code: 'form-server-refused' } },
  { type: 'content.refused', problem: { code: 'version-conflict' } },
  { type: 'content.lost', problem: { code: 'draft-expired' } },
];
const ends: readonly EmbeddedEvent[] = [{ type: 'frame.ended' }, { type: 'frame.flooded' }];
const inPeace: readonly EmbeddedEvent[] = [
  { type: 'frame.pageShown', page: 'second', title: 'The second page' },
  { type: 'frame.pageShown', page: 'first', title: 'The first page' },
  { type: 'frame.resized', height: 900 },
  { type: 'frame.warned' },
  { type: 'locale.changed', locale: 'en' },
];

/**
 * Possible events here. Independent parts are walked separately: the frame, its pages and its session while nothing is
 * being taken over.
 */
function happenings({ snapshot, context, state }: View<EmbeddedContext>): EmbeddedStep[] {
  const internal = internalEvents(snapshot, embeddedEnds);
  const is = (part: string) => state.includes(part);
  const rests = context.isTaken && is('entries.stored') && is('leaving.staying');
  const ofRegions = internal.filter(({ type }) => !type.includes('embedded.prolonging'));
  const ofSaving = context.isTaken ? [] : answers;
  // Before the answer, the only other event is further work in the frame.
  if (is('prolonging.calling'))
    return context.hasWorked
      ? internal
      : [...internal, { type: 'frame.pageShown', page: 'first', title: '' }];
  if (context.isExpiring) return [...entries(context).slice(0, 1), ...ends];
  if (!is('frame.present')) {
    if (is('leaving.complete')) return [...wayBack(context), ...placements, ...help];
    return rests || context.over
      ? [...placements, ...help, ...wayBack(context).slice(0, 1)]
      : [...ofRegions, ...ofSaving.slice(0, 1)];
  }
  if (is('present.waiting') || is('present.connecting'))
    return [
      readied,
      ...placements,
      ...wayBack(context).slice(0, 1),
      ...ofRegions,
      ...ofSaving.slice(0, 1),
      ...ends,
    ];
  if (is('present.checking')) return [readied, ...placements, ...ofRegions, ...ofSaving, ...ends];
  // The frame is asked for a page and shows it.
  if (context.wantedPage !== null && context.wantedPage !== context.page)
    return [...inPeace.slice(0, 1), ...placements.slice(1, 2)];
  if (is('leaving.complete')) return [...wayBack(context), ...wayOut(context), ...placements.slice(1, 2)];
  if (!is('leaving.staying'))
    return [
      ...entries(context),
      ...wayOut(context),
      ...wayBack(context).slice(3),
      ...help,
      ...ofRegions,
      ...ofSaving,
    ];
  if (rests)
    return [
      ...inPeace,
      ...entries(context),
      ...wayOut(context),
      ...wayBack(context),
      ...placements,
      ...help,
      ...internal,
      ...ends,
    ];
  return [...entries(context).slice(0, 3), ...wayOut(context).slice(3), ...help, ...ofRegions, ...ofSaving];
}

const input: EmbeddedInput = {
  processId: 'p',
  locale: 'de',
  frame: { address: 'https://forms.example/frame', token: 'token', caseId: 'case' },
  version: 3,
};

export const embeddedSubject: Subject<EmbeddedStep, EmbeddedContext, EmbeddedInput> = {
  name: 'embedded',
  machine: embeddedMachine,
  starts: [
    { id: 'a form in a frame', input },
    { id: 'completed data to be changed', input: { ...input, saveAtOnce: true } },
    {
      id: 'a page to be changed from the summary',
      input: { ...input, page: 'second', returnsToSummary: true },
    },
  ],
  events: happenings,
  abstraction: (context) => ({
    page: context.page,
    revision: context.revision,
    wanted: context.wantedPage === context.page ? null : context.wantedPage,
    returnsToSummary: context.returnsToSummary,
    dirty: context.isDirty,
    taken: context.isTaken,
    complete: context.complete,
    over: context.over?.code ?? null,
    worked: context.hasWorked,
    expiring: context.isExpiring,
  }),
  sentences: {
    ...internalSentences,
    'frame.readied': () => 'the frame says that it is ready',
    'frame.resized': ({ height }) => `the frame says that it is ${height} px high`,
    'frame.pageShown': ({ page }) => `the frame shows its ${page} page`,
    'frame.dirtied': ({ dirty }) =>
      dirty ? 'the person types in the frame' : 'the frame has stored all entries',
    'frame.progressed': ({ revision }) => `the frame says that revision ${revision} is stored`,
    'frame.completed': () => 'the frame says that everything is filled in',
    'frame.cancelled': () => 'the person goes back from the first page of the frame',
    'frame.ended': () => 'the frame says that its session has ended',
    'frame.warned': () => 'the frame says that its session ends soon',
    'frame.flooded': () => 'the frame says far too much',
    'frame.shown': () => 'the screen with the frame is shown',
    'frame.removed': () => 'the frame is taken off the page',
    'frame.loaded': () => 'another document is loaded into the frame',
    'content.saved': ({ isCurrent, saved }) =>
      `${isCurrent ? 'all' : 'a part'} is taken over, and is ${saved.complete ? 'complete' : 'incomplete'}`,
    'content.refused': ({ problem }) => `it is not taken over: ${problem.code}`,
    'content.lost': () => 'there is nothing to take over for any more',
    'page.backRequested': () => 'the person goes back to the summary',
    'page.chosen': ({ page }) => `the person opens ${page ?? 'the page that was open'} from the summary`,
    'page.requested': ({ page }) => `the address names the page ${page}`,
    'summary.requested': () => 'the address names the summary',
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
    'network.restored': () => 'the network is back',
    'session.renewed': () => 'the person has logged in again',
    'editing.gained': () => 'this window edits again',
    'retry.requested': () => 'the person opens the form again',
  },
};
