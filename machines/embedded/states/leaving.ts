import { aboutEvent } from '../../kit/params.ts';
import { embeddedSetup, title } from '../embedded.setup.ts';

const stay = ['tellPage', { type: 'tellParent', params: { type: 'form.stayed' } }] as const;
const typedAgain = {
  guard: { type: 'personTypes', params: aboutEvent },
  target: 'staying',
  actions: stay,
} as const;
const finish = { type: 'tellParent', params: { type: 'form.finished' } } as const;

/** Way out of the form: back, to the summary, and to its pages from outside. */
export const leaving = embeddedSetup.createStateConfig({
  meta: title('leaving'),
  initial: 'staying',
  on: {
    // The person chooses a page on a summary that was shown before the form.
    'page.chosen': {
      actions: {
        type: 'keepWish',
        params: ({ event }) => ({ page: event.page, returnsToSummary: event.returnsToSummary ?? false }),
      },
    },
    'page.requested': [
      {
        guard: { type: 'pageIsShown', params: aboutEvent },
        target: '.staying',
        actions: [
          {
            type: 'keepWish',
            params: ({ event }) => ({ page: null, returnsToSummary: event.returnsToSummary }),
          },
          'tellPage',
        ],
      },
      { target: '.staying', actions: [{ type: 'keepWish', params: aboutEvent }, 'tellWishes'] },
    ],
  },
  states: {
    staying: {
      meta: title('staying'),
      on: {
        'summary.requested': 'storing',
        'page.backRequested': { guard: 'summaryWasLeft', target: 'storing' },
        'frame.cancelled': [
          { guard: 'summaryWasLeft', target: 'storing' },
          { actions: { type: 'tellParent', params: { type: 'form.left' } } },
        ],
        'frame.completed': {
          target: 'completing',
          actions: [{ type: 'noteCompletion', params: aboutEvent }, 'tellContent'],
        },
      },
    },
    /** The frame is asked to store its entries, and has three seconds for that. */
    storing: {
      meta: title('storing'),
      entry: { type: 'askFrame', params: { type: 'save' } },
      always: { guard: 'entriesAreStored', target: 'settling' },
      after: { untilLeft: 'settling' },
    },
    /** The server takes over the stored entries before the summary is shown. */
    settling: {
      meta: title('settling'),
      always: { guard: 'nothingIsNew', target: 'complete', actions: finish },
      on: {
        'frame.dirtied': typedAgain,
      },
    },
    /** The frame calls the form complete: the server asks the form server. */
    completing: {
      meta: title('completing'),
      always: [
        { guard: 'formIsComplete', target: 'complete', actions: finish },
        { guard: 'formIsIncomplete', target: 'staying', actions: ['noteIncomplete', ...stay] },
      ],
      on: {
        'frame.dirtied': typedAgain,
      },
    },
    /** The summary is shown. Another page of the form needs a new frame. */
    complete: {
      meta: title('complete'),
      on: {
        'page.chosen': {
          actions: {
            type: 'discard',
            params: ({ event: { page, returnsToSummary = false } }) => ({
              returnsToSummary,
              ...(page !== null && { page }),
            }),
          },
        },
        'page.requested': {
          actions: {
            type: 'discard',
            params: ({ event: { page, returnsToSummary } }) => ({ page, returnsToSummary }),
          },
        },
      },
    },
  },
});
