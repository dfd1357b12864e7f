import { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import type {
  EmbeddedContext,
  EmbeddedEvent,
  EmbeddedInput,
  TakenOver,
} from '#machines/embedded/embedded.types.ts';
import type { InternalEvent, Subject, View } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const VERSION = 3;
/** The stored version after a save whose answer was lost. */
export const OWN_VERSION = VERSION + 1;
const taken = (complete: boolean): TakenOver => ({
  version: VERSION,
  status: 'EDITING',
  savedAt: '2026-11-23T10:00:00Z',
  availableUntil: '2026-12-23T10:00:00Z',
  complete,
  refusedFiles: [],
});

export const embeddedEnds: Ends<EmbeddedContext> = {
  saveProgress: ({ version }) => ({
    outputs: [taken(false), taken(true)],
    errors: [
      // One lost answer is enough: each makes a further version.
      ...(version === VERSION ? [{ code: 'network' }] : []),
      { code: 'form-server-unavailable' },
      { code: 'version-conflict' },
      { code: 'edited-elsewhere' },
      { code: 'session-expired' },
      { code: 'form-session-lost' },
      { code: 'form-server-refused' },
      { code: 'draft-expired' },
    ],
  }),
  loadVersion: ({ version }) => ({
    outputs: [{ version: version + 1 }, { version: version + 2 }],
    errors: [{ code: 'network' }],
  }),
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
 * being saved; saving while nobody leaves.
 */
function happenings({ snapshot, context, state }: View<EmbeddedContext>): EmbeddedStep[] {
  const internal = internalEvents(snapshot, embeddedEnds);
  const is = (part: string) => state.includes(part);
  const rests = is('saving.clean') && is('leaving.staying');
  const ofRegions = internal.filter(({ type }) => !type.includes('embedded.prolonging'));
  // Before the answer, the only other event is further work in the frame.
  if (is('prolonging.calling'))
    return context.hasWorked
      ? internal
      : [...internal, { type: 'frame.pageShown', page: 'first', title: '' }];
  if (context.isExpiring) return [...entries(context).slice(0, 1), ...ends];
  if (!is('frame.present')) {
    if (is('leaving.complete')) return [...wayBack(context), ...placements, ...help];
    return rests || is('saving.ended')
      ? [...placements, ...help, ...wayBack(context).slice(0, 1)]
      : ofRegions;
  }
  if (is('present.waiting') || is('present.connecting'))
    return [readied, ...placements, ...wayBack(context).slice(0, 1), ...ofRegions.filter(isNoFault), ...ends];
  if (is('present.checking')) return [readied, ...placements, ...ofRegions, ...ends];
  // The frame is asked for a page and shows it.
  if (context.wantedPage !== null && context.wantedPage !== context.page)
    return [...inPeace.slice(0, 1), ...placements.slice(1, 2)];
  if (is('leaving.complete')) return [...wayBack(context), ...wayOut(context), ...placements.slice(1, 2)];
  if (!is('leaving.staying'))
    return [...entries(context), ...wayOut(context), ...wayBack(context).slice(3), ...help, ...ofRegions];
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
  return [...entries(context).slice(0, 3), ...wayOut(context).slice(3), ...help, ...ofRegions];
}
const isNoFault = ({ type }: InternalEvent): boolean => !type.startsWith('xstate.error');

const input: EmbeddedInput = {
  processId: 'p',
  locale: 'de',
  frame: { address: 'https://forms.example/frame', token: 'token', caseId: 'case' },
  version: VERSION,
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
    version: context.version,
    revision: context.revision,
    wanted: context.wantedPage === context.page ? null : context.wantedPage,
    returnsToSummary: context.returnsToSummary,
    dirty: context.isDirty,
    new: context.news !== context.takenNews,
    asked: context.news !== context.askedNews,
    complete: context.complete,
    unanswered: context.isUnanswered,
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
