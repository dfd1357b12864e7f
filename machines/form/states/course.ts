import { formSetup, title } from '../form.setup.ts';

/** The way through the pages. */
export const course = formSetup.createStateConfig({
  meta: title('course'),
  initial: 'filling',
  on: {
    'page.nextRequested': [
      { guard: 'pageIsBroken', target: '.complaining', actions: 'countComplaint' },
      { guard: 'morePagesFollow', target: '.filling', actions: 'openNextPage' },
      { target: '.finishing' },
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
    finishing: {
      meta: title('finishing'),
      on: { 'value.changed': 'filling' },
      always: {
        guard: 'everythingIsSaved',
        target: 'finished',
        actions: { type: 'tellParent', params: { report: { type: 'form.finished' } } },
      },
    },
    finished: { meta: title('finished') },
  },
});
