import { formSetup, title } from '../form.setup.ts';

/** The way through the pages. */
export const course = formSetup.createStateConfig({
  meta: title('course'),
  initial: 'filling',
  on: {
    'page.nextRequested': [
      { guard: 'pageIsBroken', target: '.complaining', actions: 'countComplaint' },
      { guard: 'filesAreAwaited', target: '.awaiting' },
      { guard: 'morePagesFollow', target: '.filling', actions: 'openNextPage' },
      { target: '.finishing', actions: 'removeHiddenFiles' },
    ],
    'page.backRequested': [
      { guard: 'pagesPrecede', target: '.filling', actions: 'openPreviousPage' },
      { actions: { type: 'tellParent', params: { report: { type: 'form.left' } } } },
    ],
    'page.chosen': {
      target: '.filling',
      actions: { type: 'openChosenPage', params: ({ event }) => ({ page: event.page }) },
    },
  },
  states: {
    filling: { meta: title('filling') },
    /** Errors are shown only after trying to go on; they vanish one by one as they are mended. */
    complaining: { meta: title('complaining') },
    /** The person has gone on, files are still under way: it goes on by itself once they are kept. */
    awaiting: {
      meta: title('awaiting'),
      on: { 'value.changed': 'filling', 'row.removed': 'filling', 'file.removed': 'filling' },
      always: [
        { guard: 'pageIsBroken', target: 'complaining', actions: 'countComplaint' },
        { guard: 'nextPageIsFree', target: 'filling', actions: 'openNextPage' },
        { guard: 'formIsThrough', target: 'finishing', actions: 'removeHiddenFiles' },
      ],
    },
    finishing: {
      meta: title('finishing'),
      on: {
        'value.changed': 'filling',
        'row.removed': 'filling',
        'files.chosen': 'filling',
        'file.removed': 'filling',
      },
      always: {
        guard: 'everythingIsSaved',
        target: 'finished',
        actions: { type: 'tellParent', params: { report: { type: 'form.finished' } } },
      },
    },
    finished: { meta: title('finished') },
  },
});
