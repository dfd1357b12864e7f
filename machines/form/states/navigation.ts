import { aboutEvent } from '../../kit/params.ts';
import { formSetup, title } from '../form.setup.ts';

const stay = { type: 'tellParent', params: { type: 'form.stayed' } } as const;
const backToFilling = { target: 'filling', actions: stay } as const;

/** Way of the person through the pages. */
export const navigation = formSetup.createStateConfig({
  meta: title('navigation'),
  initial: 'filling',
  on: {
    'page.nextRequested': [
      { guard: 'pageIsBroken', target: '.showingErrors', actions: 'noteFailedAttempt' },
      { guard: 'filesAreAwaited', target: '.awaiting' },
      { guard: 'morePagesFollow', target: '.filling', actions: 'openNextPage' },
      { target: '.finishing', actions: 'removeHiddenFiles' },
    ],
    'page.backRequested': [
      { guard: 'returnIsFree', target: '.finishing', actions: 'removeHiddenFiles' },
      { guard: 'summaryWasLeft', target: '.awaiting' },
      { guard: 'pagesPrecede', target: '.filling', actions: 'openPreviousPage' },
      { actions: { type: 'tellParent', params: { type: 'form.left' } } },
    ],
    'page.chosen': {
      target: '.filling',
      actions: {
        type: 'openChosenPage',
        params: ({ event }) => ({ page: event.page, returnsToSummary: event.returnsToSummary ?? false }),
      },
    },
    'page.requested': [
      {
        guard: { type: 'pageIsWithinReach', params: aboutEvent },
        target: '.filling',
        actions: { type: 'openChosenPage', params: aboutEvent },
      },
      { actions: ['tellPage', stay] },
    ],
    'summary.requested': [
      { guard: 'summaryIsFree', target: '.finishing', actions: 'removeHiddenFiles' },
      {
        guard: 'filesAreMissed',
        target: '.showingErrors',
        actions: ['openPageOfMissed', 'noteFailedAttempt', 'tellPage', stay],
      },
      { actions: ['tellPage', stay] },
    ],
  },
  states: {
    filling: {
      meta: title('filling'),
      entry: 'tellPage',
      always: { guard: 'faultsAreKnown', target: 'showingErrors', actions: 'noteFailedAttempt' },
    },
    /**
     * Errors are shown only after an attempt to continue, or when the summary has led to them; they vanish one by one as
     * they are corrected.
     */
    showingErrors: {
      meta: title('showingErrors'),
      on: {
        // The address names the shown page again, in the other language: the errors stay visible.
        'page.requested': { guard: { type: 'pageIsShown', params: aboutEvent }, actions: 'tellPage' },
      },
    },
    /** The person has continued while files are being sent: the form continues by itself as soon as they are stored. */
    awaiting: {
      meta: title('awaiting'),
      on: {
        'value.changed': 'filling',
        'row.removed': 'filling',
        'row.restored': 'filling',
        'file.removed': 'filling',
      },
      always: [
        { guard: 'pageIsBroken', target: 'showingErrors', actions: 'noteFailedAttempt' },
        { guard: 'nextPageIsFree', target: 'filling', actions: 'openNextPage' },
        { guard: 'formIsThrough', target: 'finishing', actions: 'removeHiddenFiles' },
      ],
    },
    finishing: {
      meta: title('finishing'),
      on: {
        'value.changed': backToFilling,
        'row.removed': backToFilling,
        'row.restored': backToFilling,
        'files.chosen': backToFilling,
        'file.removed': backToFilling,
      },
      always: {
        guard: 'everythingIsSaved',
        target: 'finished',
        actions: { type: 'tellParent', params: { type: 'form.finished' } },
      },
    },
    finished: { meta: title('finished'), entry: 'noteSummary' },
  },
});
