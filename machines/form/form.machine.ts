import { aboutAnswer, aboutError, aboutEvent, keepLocale, keepProblem } from '../kit/params.ts';
import { nothingEvaluated } from './form.assigners.ts';
import { formSetup, title } from './form.setup.ts';
import type { FormEvent } from './form.types.ts';
import { files } from './states/files.ts';
import { navigation } from './states/navigation.ts';
import { saving } from './states/saving.ts';
import { texts } from './states/texts.ts';

/** Events that name a page before the form is loaded: the form then opens on that page. */
const wishes = {
  'page.chosen': {
    actions: {
      type: 'keepWish',
      params: ({ event }: { event: Extract<FormEvent, { type: 'page.chosen' }> }) => ({
        page: event.page,
        returnsToSummary: event.returnsToSummary ?? false,
      }),
    },
  },
  'page.requested': {
    actions: {
      type: 'keepWish',
      params: ({ event }: { event: Extract<FormEvent, { type: 'page.requested' }> }) => event,
    },
  },
} as const;

/**
 * A form while it is filled in: its uploads (`files`), the way through its pages (`navigation`) and the saving run in
 * parallel. A form that a form server shows has a machine of its own (`embedded`).
 */
export const formMachine = formSetup.createMachine({
  id: 'form',
  context: ({ input }) => ({
    processId: input.processId,
    locale: input.locale,
    parent: input.parent ?? null,
    definition: null,
    data: {},
    evaluation: nothingEvaluated,
    page: '',
    visited: [],
    returnsToSummary: input.returnsToSummary ?? false,
    toCorrect: input.toCorrect ?? [],
    isMadeNecessary: false,
    version: 0,
    wantedPage: input.page ?? null,
    frame: null,
    isTold: true,
    isSaved: !input.saveAtOnce,
    summaryData: null,
    problem: null,
    failedAttempts: 0,
    objected: [],
    removedRow: null,
    pendingFiles: [],
    pictures: {},
  }),
  initial: 'loading',
  states: {
    loading: {
      meta: title('loading'),
      tags: 'loading',
      invoke: {
        src: 'loadForm',
        input: ({ context }) => ({ processId: context.processId, locale: context.locale }),
        onDone: [
          {
            guard: { type: 'frameIsGiven', params: aboutAnswer },
            target: 'embedded',
            actions: { type: 'keepFrame', params: aboutAnswer },
          },
          { target: 'open', actions: { type: 'keepForm', params: aboutAnswer } },
        ],
        onError: [
          { guard: { type: 'editedElsewhere', params: aboutError }, target: 'barred' },
          { target: 'failed', actions: keepProblem },
        ],
      },
      on: {
        ...wishes,
        'area.changed': { target: 'loading', reenter: true },
        'locale.changed': { target: 'loading', reenter: true, actions: keepLocale },
      },
    },
    failed: {
      meta: title('failed'),
      on: {
        ...wishes,
        'retry.requested': 'loading',
        'session.renewed': 'loading',
        'network.restored': 'loading',
        'locale.changed': { target: 'loading', actions: keepLocale },
      },
    },
    /** Another window edits, and a form server keeps one filled-in form of an application at a time. */
    barred: {
      meta: title('barred'),
      on: {
        ...wishes,
        'editing.gained': 'loading',
        'locale.changed': { actions: keepLocale },
      },
    },
    /** A form server shows the form in a frame. */
    embedded: {
      meta: title('embedded'),
      invoke: {
        id: 'embedded',
        src: 'embedded',
        input: ({ context, self }) => ({
          processId: context.processId,
          locale: context.locale,
          frame: context.frame!,
          version: context.version,
          saveAtOnce: !context.isSaved,
          page: context.wantedPage,
          returnsToSummary: context.returnsToSummary,
          parent: context.parent,
          form: self,
        }),
      },
      on: {
        'frame.discarded': { target: 'loading', actions: { type: 'keepPlace', params: aboutEvent } },
      },
    },
    open: {
      meta: title('open'),
      type: 'parallel',
      states: {
        /** Data as typed. The region is the first one, so that the other regions react to the new data. */
        values: {
          meta: title('values'),
          on: {
            'value.changed': { actions: { type: 'keepValue', params: aboutEvent } },
            'row.removed': { actions: { type: 'removeRow', params: aboutEvent } },
            'row.restored': { actions: 'restoreRow' },
          },
        },
        files,
        navigation,
        texts,
        saving,
      },
    },
  },
});
