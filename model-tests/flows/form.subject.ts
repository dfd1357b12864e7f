import type { SavedProgress } from '#contract/process-calls.ts';
import type { Component, FormData, FormDefinition } from '#forms/types.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import { isWithinReach } from '#machines/form/form.pages.ts';
import type { FormContext, FormEvent, FormInput } from '#machines/form/form.types.ts';
import type { InternalEvent, Subject, View } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

const proof: Component = {
  type: 'file',
  key: 'proof',
  label: 'Proof',
  input: true,
  multiple: true,
  filePattern: 'application/pdf',
  fileMaxSize: '1MB',
};

/** Two pages; the first requires a name and accepts files. */
const definition: FormDefinition = {
  name: 'walk',
  title: 'Walk',
  display: 'wizard',
  components: [
    {
      type: 'panel',
      key: 'person',
      label: 'Person',
      title: 'Person',
      components: [
        { type: 'textfield', key: 'name', label: 'Name', input: true, validate: { required: true } },
        proof,
        {
          type: 'datagrid',
          key: 'children',
          label: 'Children',
          input: true,
          addAnother: 'Add',
          components: [{ ...proof, key: 'birth' }],
        },
      ],
    },
    {
      type: 'panel',
      key: 'more',
      label: 'More',
      title: 'More',
      components: [{ type: 'textfield', key: 'note', label: 'Note', input: true }],
    },
  ],
};

export const stored = (data: FormData, version: number) => ({ form: definition, data, version, page: null });
/** A form that a form server shows. */
const framed = {
  ...stored({}, 1),
  frame: { address: 'https://forms.example/frame', token: 'token', caseId: 'case' },
};
const saved: SavedProgress = {
  version: 1,
  status: 'EDITING',
  savedAt: '2026-11-20T10:00:00Z',
  availableUntil: '2026-12-20T10:00:00Z',
};

export const formEnds: Ends<FormContext> = {
  loadForm: () => ({
    outputs: [stored({}, 1), framed],
    errors: [{ code: 'network' }, { code: 'edited-elsewhere' }],
  }),
  /** Never end: their reports are triggered one by one. */
  embedded: () => ({ outputs: [], errors: [] }),
  upload: () => ({ outputs: [], errors: [] }),
  saving: () => ({ outputs: [], errors: [] }),
};

const pdf = { name: 'a.pdf', size: 9, type: 'application/pdf', content: null };
const kept = { id: 'kept', name: 'a.pdf', size: 9, type: 'application/pdf' };

const isProved = ({ proof }: FormData): boolean => Array.isArray(proof) && proof.length > 0;

const choices: readonly FormEvent[] = [
  { type: 'files.chosen', path: 'proof', files: [pdf] },
  { type: 'files.chosen', path: 'proof', files: [{ ...pdf, size: 0 }] },
  { type: 'upload.kept', id: 'nobody', file: kept },
];
/** Changes nothing here, as no row has been removed; form-rows-steps.test.ts checks restored rows. */
const restoration: FormEvent = { type: 'row.restored' };
const removal: FormEvent = { type: 'file.removed', path: 'proof', id: kept.id };

/** Possible events of a file, including actions of the person. */
const lifeOf = (id: string): FormEvent[] => [
  { type: 'upload.prepared', id, file: { ...pdf, size: 8 }, picture: null },
  { type: 'upload.moved', id, stage: 'queued', problem: null },
  { type: 'upload.moved', id, stage: 'checking', problem: null },
  { type: 'upload.moved', id, stage: 'quarantined', problem: null },
  { type: 'upload.moved', id, stage: 'failed', problem: { code: 'network' } },
  { type: 'upload.moved', id, stage: 'refused', problem: { code: 'file-type-refused' } },
  { type: 'upload.advanced', id, loaded: 5 },
  { type: 'upload.kept', id, file: kept },
  { type: 'upload.removed', id },
  { type: 'file.removed', path: 'proof', id },
  { type: 'file.retried', id },
  { type: 'picture.approved', id },
];

const events: readonly FormEvent[] = [
  { type: 'value.changed', path: 'name', value: 'Kim' },
  { type: 'row.removed', path: 'children', index: 0 },
  { type: 'page.nextRequested' },
  { type: 'page.backRequested' },
  { type: 'page.chosen', page: 'person' },
  { type: 'page.chosen', page: null },
  { type: 'page.requested', page: 'more', returnsToSummary: false },
  { type: 'summary.requested' },
  { type: 'locale.changed', locale: 'en' },
  { type: 'area.changed' },
  { type: 'network.restored' },
  { type: 'session.renewed' },
  { type: 'editing.gained' },
  { type: 'retry.requested' },
];
/** Possible events beside a file: the texts come by themselves. */
const besideFiles: readonly FormEvent[] = events.filter(
  ({ type }) => !['locale.changed', 'area.changed'].includes(type),
);

/** Reports about what is on the screen, or what was there before. */
const ofSaving: readonly FormEvent[] = [
  { type: 'content.saved', isCurrent: true, saved },
  { type: 'content.saved', isCurrent: false, saved },
  { type: 'content.arrived', isCurrent: true },
  { type: 'content.joined', data: { name: 'Kim' } },
  { type: 'content.lost', problem: { code: 'draft-expired' } },
];

const ofPages: ReadonlySet<string> = new Set(['page.chosen', 'page.requested']);

const ofFrame: readonly FormEvent[] = [
  { type: 'frame.discarded', page: 'person', returnsToSummary: false, locale: 'de' },
];

const isAboutFrame = (event: InternalEvent): boolean => 'output' in event && event.output === framed;

/** Covers one file at a time. Several files, and files with faults, are in form-files-steps.test.ts. */
function happeningsAt({ snapshot, context, state }: View<FormContext>): FormStep[] {
  const ends = internalEvents(snapshot, formEnds).filter((event) => !isAboutFrame(event));
  if (/^(loading|failed|barred|embedded)/.test(state)) {
    // A draft is of one engine.
    const isBegin = context.definition === null && context.isSaved;
    return [
      // The results of these events are checked in form-pages-steps.test.ts.
      ...events.filter(({ type }) => !ofPages.has(type)),
      { type: 'page.chosen', page: null },
      { type: 'page.requested', page: 'person', returnsToSummary: false },
      ...ofFrame,
      ...internalEvents(snapshot, formEnds).filter((it) => isBegin || !isAboutFrame(it)),
    ];
  }
  const [pending] = context.pendingFiles;
  // A removed file leaves an empty list, which differs from no data.
  const hadFile = 'proof' in context.data;
  if (pending || hadFile) {
    const removals = isProved(context.data) ? [removal] : [];
    const ofFile = pending ? lifeOf(pending.id) : removals;
    const ofRow = state.includes('navigation.awaiting') ? [restoration] : [];
    return [
      ...besideFiles,
      ...ofRow,
      ...ofFile,
      ...ofSaving.slice(0, 1),
      ...ends.filter(({ type }) => !type.startsWith('xstate.error')),
    ];
  }
  // A finished form shows no page.
  const shown = !state.includes('navigation.finished');
  return [...events, ...ends, ...ofSaving, ...(shown ? [...choices, restoration] : [])];
}

/** A person who changes something from the summary continues with it: other starts cover the way without it. */
const happenings = (view: View<FormContext>): FormStep[] =>
  happeningsAt(view).map((event) =>
    event.type === 'page.chosen' || event.type === 'page.requested' || event.type === 'frame.discarded'
      ? { ...event, returnsToSummary: view.context.returnsToSummary }
      : event,
  );

export type FormStep = FormEvent | InternalEvent;

export const formSubject: Subject<FormStep, FormContext, FormInput> = {
  name: 'form',
  machine: formMachine,
  starts: [
    { id: 'a new form', input: { processId: 'p', locale: 'de' } },
    { id: 'completed data to be changed', input: { processId: 'p', locale: 'de', saveAtOnce: true } },
    {
      id: 'a page to be changed from the summary',
      input: { processId: 'p', locale: 'de', page: 'person', returnsToSummary: true },
    },
  ],
  events: happenings,
  abstraction: (context) => ({
    page: context.page,
    reaches: isWithinReach(context, 'more'),
    returnsToSummary: context.returnsToSummary,
    isAsSummarised: context.returnsToSummary && context.data === context.summaryData,
    name: context.evaluation.data.name ?? null,
    version: context.version,
    frame: context.frame !== null,
    saved: context.isSaved,
    // The form treats a file in quarantine like one being checked.
    files: context.pendingFiles.map(({ stage, refusalIsKnown = false }) => [
      stage === 'quarantined' ? 'checking' : stage,
      refusalIsKnown,
    ]),
    proved: 'proof' in context.data ? isProved(context.data) : null,
  }),
  sentences: {
    ...internalSentences,
    'value.changed': ({ value }) => (value === '' ? 'the name is emptied' : 'the name is typed'),
    'row.removed': ({ index }) => `row ${index + 1} is removed`,
    'row.restored': () => 'the removed row is put back',
    'files.chosen': ({ files }) => `${files[0]?.size ? 'a file' : 'an empty file'} is chosen`,
    'upload.prepared': () => 'the picture is prepared',
    'picture.approved': () => 'the person uses the picture anyway',
    'upload.moved': ({ stage }) => `the file is ${stage}`,
    'upload.advanced': () => 'a part of the file has left',
    'upload.kept': () => 'the file is kept',
    'upload.removed': () => 'the file is gone',
    'file.removed': () => 'the person removes the file',
    'file.retried': () => 'the person sends the file again',
    'frame.discarded': () => 'the form is to be opened in a new frame',
    'page.nextRequested': () => 'the person goes on',
    'page.backRequested': () => 'the person goes back',
    'page.chosen': ({ page, returnsToSummary }) =>
      `the person opens ${page ?? 'the page that was open'}${returnsToSummary ? ' from the summary' : ''}`,
    'page.requested': ({ page }) => `the address names the page ${page}`,
    'summary.requested': () => 'the address names the summary',
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
    'area.changed': () => 'the form goes to another authority',
    'network.restored': () => 'the network is back',
    'session.renewed': () => 'the person has logged in again',
    'editing.gained': () => 'this window edits again',
    'content.saved': ({ isCurrent }) => `what ${isCurrent ? 'is' : 'was'} on the screen is saved`,
    'content.arrived': () => 'what was sent had arrived',
    'content.joined': () => 'what an earlier page had written is shown',
    'content.lost': () => 'there is nothing to save to any more',
    'retry.requested': () => 'the person tries again',
  },
};
