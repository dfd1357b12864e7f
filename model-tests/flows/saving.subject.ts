import type { SavedProgress } from '#contract/process-calls.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import type {
  Content,
  SavingContext,
  SavingEvent,
  SavingInput,
  Stored,
} from '#machines/saving/saving.types.ts';
import type { InternalEvent, Subject, View } from '../paths/subject.ts';
import { stored as form } from './form.subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const VERSION = 1;
const saved: SavedProgress = {
  version: VERSION,
  status: 'EDITING',
  savedAt: '2026-11-20T10:00:00Z',
  availableUntil: '2026-12-20T10:00:00Z',
};

const first: Content = { data: { name: 'Ada' }, page: 'person' };
const aCase: Content = { caseId: 'case' };

/** The stored state after a lost answer: the content that this window has sent. */
const own = ({ version, unanswered }: SavingContext): Stored => {
  const last = unanswered.at(-1)!.content;
  const stored = last.data ? form(last.data, version + 1) : { version: version + 1, form: null, data: {} };
  return { ...stored, own: true };
};

/** A state that somebody else has stored, or an earlier page of this window. */
const newer = ({ version, content, savedContent }: SavingContext, own: boolean): Stored =>
  content.data
    ? { ...form(savedContent.data!, version + 2), own }
    : { version: version + 2, form: null, data: {}, own };

export const savingEnds: Ends<SavingContext> = {
  saveProgress: ({ version, unanswered }) => ({
    outputs: [saved],
    errors: [
      // Once is enough: each answer that is lost makes one more version.
      ...(version === VERSION && unanswered.length === 0 ? [{ code: 'network' }] : []),
      { code: 'overloaded' },
      { code: 'version-conflict' },
      { code: 'edited-elsewhere' },
      { code: 'session-expired' },
      { code: 'input-invalid' },
      { code: 'draft-expired' },
    ],
  }),
  loadStored: (context) => ({
    outputs: [
      ...(context.unanswered.length > 0 ? [own(context)] : []),
      // Once is enough, as above.
      ...(context.version === VERSION && context.content.data ? [newer(context, true)] : []),
      newer(context, false),
    ],
    errors: [{ code: 'overloaded' }],
  }),
};

export type SavingStep = SavingEvent | InternalEvent;

const help: readonly SavingEvent[] = [
  { type: 'locale.changed', locale: 'en' },
  { type: 'save.requested' },
  { type: 'save.retried' },
  { type: 'network.restored' },
  { type: 'session.renewed' },
  { type: 'editing.gained' },
  { type: 'newerState.requested' },
  { type: 'newerState.postponed' },
];

const other = (value: unknown, one: string, two: string): string => (value === one ? two : one);
/** The person types another name, or turns the page; the form server stores something more. */
function changes({ content }: SavingContext): SavingEvent[] {
  if ('caseId' in content) return [{ type: 'content.changed', content: aCase }];
  const { data, page } = content;
  return [
    { type: 'content.changed', content: { data: { name: other(data.name, 'Ada', 'Kim') }, page } },
    { type: 'content.changed', content: { data, page: other(page, 'person', 'more') } },
  ];
}

/** While it is written, one more change is enough; in any other state it is only kept. */
const mayChange = ({ state, context: { sent, revision, unanswered } }: View<SavingContext>): boolean =>
  unanswered.length === 0 &&
  (/clean|dirty/.test(state) || (state === 'sending' && revision === sent?.revision));

const happenings = (view: View<SavingContext>): SavingStep[] => [
  ...(mayChange(view) ? changes(view.context) : []),
  ...help,
  ...internalEvents(view.snapshot, savingEnds),
];

const input: SavingInput = {
  processId: 'p',
  locale: 'de',
  version: VERSION,
  content: first,
  saveAtOnce: false,
};

const shortly = (content: Content) => (content.data ? [content.data.name, content.page] : null);

export const savingSubject: Subject<SavingStep, SavingContext, SavingInput> = {
  name: 'saving',
  machine: savingMachine,
  starts: [
    { id: 'a form', input },
    { id: 'a form in a frame', input: { ...input, content: aCase } },
    { id: 'completed data to be changed', input: { ...input, saveAtOnce: true } },
  ],
  events: happenings,
  abstraction: ({ content, savedContent, sent, unanswered, ...context }) => ({
    content: shortly(content),
    saved: shortly(savedContent),
    version: context.version,
    unsaved: context.revision !== context.savedRevision,
    sent: sent && [shortly(sent.content), sent.revision === context.revision],
    unanswered: unanswered.map((it) => [shortly(it.content), it.revision === context.revision]),
  }),
  sentences: {
    ...internalSentences,
    'content.changed': ({ content }) =>
      content.data
        ? `the person is at ${content.page} with the name ${content.data.name}`
        : 'the form server has stored something',
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
    'save.requested': () => 'the person goes to another page',
    'save.retried': () => 'the person goes on after a refusal',
    'network.restored': () => 'the network is back',
    'session.renewed': () => 'the person has logged in again',
    'editing.gained': () => 'this window edits again',
    'newerState.requested': () => 'the newer state is taken',
    'newerState.postponed': () => 'the newer state is to wait',
  },
};
