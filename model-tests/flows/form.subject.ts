import { setValue } from '#forms/paths.ts';
import { evaluate, pageErrors } from '#forms/rules.ts';
import type { FormData, FormDefinition, FormValue } from '#forms/types.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import type { Data, FormContext, FormEvent, FormInput, FormRules } from '#machines/form/form.types.ts';
import type { InternalEvent, Subject } from '../paths/subject.ts';
import { type Ends, internalEvents } from './internal-events.ts';
import { internalSentences } from './sentences.ts';

/** Two pages; the first asks for a name and cannot be left without one. */
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

/** The rules of src/forms, as the browser hands them in. */
export const rules: FormRules = {
  evaluate: (form, data) => evaluate(form as FormDefinition, data as FormData),
  write: (data, path, value) => setValue(data as FormData, path, value as FormValue),
  pageErrors: (form, { data }, page) =>
    pageErrors(form as FormDefinition, evaluate(form as FormDefinition, data as FormData), page),
};

export const stored = (data: Data, version: number) => ({ form: definition, data, version, page: null });
const saved = {
  version: 1,
  status: 'EDITING',
  savedAt: '2026-11-20T10:00:00Z',
  availableUntil: '2026-12-20T10:00:00Z',
};

export const formEnds: Ends<FormContext> = {
  /** What is stored: nothing yet, what somebody else wrote, or what this window has sent. */
  loadForm: ({ unanswered }) => ({
    outputs: [stored({}, 1), ...unanswered.slice(-1).map(({ data }) => stored(data, 2))],
    errors: [{ code: 'network' }],
  }),
  saveProgress: () => ({
    outputs: [saved],
    errors: [
      { code: 'network' },
      { code: 'version-conflict' },
      { code: 'session-expired' },
      { code: 'input-invalid' },
      { code: 'draft-expired' },
    ],
  }),
};

const events: readonly FormEvent[] = [
  { type: 'value.changed', path: 'name', value: 'Kim' },
  { type: 'page.nextRequested' },
  { type: 'page.backRequested' },
  { type: 'page.chosen', page: 'person' },
  { type: 'page.chosen', page: null },
  { type: 'locale.changed', locale: 'en' },
  { type: 'network.restored' },
  { type: 'session.renewed' },
  { type: 'newerState.requested' },
  { type: 'newerState.postponed' },
  { type: 'retry.requested' },
];

export type FormStep = FormEvent | InternalEvent;

export const formSubject: Subject<FormStep, FormContext, FormInput> = {
  name: 'form',
  machine: formMachine,
  starts: [
    { id: 'a new form', input: { processId: 'p', locale: 'de', rules } },
    { id: 'completed data to be changed', input: { processId: 'p', locale: 'de', rules, saveAtOnce: true } },
  ],
  events: ({ snapshot }) => [...events, ...internalEvents(snapshot, formEnds)],
  facts: (context) => ({
    page: context.page,
    name: context.evaluation.data.name ?? null,
    version: context.version,
    unsaved: context.revision !== context.savedRevision,
    saveAtOnce: context.saveAtOnce,
    sent: context.sent && context.sent.revision === context.revision,
    unanswered: context.unanswered
      .slice(-1)
      .map(({ data, revision }) => [data.name ?? null, revision === context.revision]),
  }),
  sentences: {
    ...internalSentences,
    'value.changed': ({ value }) => (value === '' ? 'the name is emptied' : 'the name is typed'),
    'page.nextRequested': () => 'the person goes on',
    'page.backRequested': () => 'the person goes back',
    'page.chosen': ({ page }) => `the person opens ${page ?? 'the page that was open'}`,
    'locale.changed': ({ locale }) => `the language changes to ${locale}`,
    'network.restored': () => 'the network is back',
    'session.renewed': () => 'the person has logged in again',
    'newerState.requested': () => 'the newer state is taken',
    'newerState.postponed': () => 'the newer state is to wait',
    'retry.requested': () => 'the person tries again',
  },
};
