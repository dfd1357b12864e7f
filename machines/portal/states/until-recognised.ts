import { title } from '../portal.setup.ts';

/** The states of a page for viewers with an account, until its list is shown (`listing`). */
export const untilRecognised = {
  recognising: {
    meta: title('recognising'),
    always: [
      { guard: 'viewerHasAccount', target: 'listing' },
      { guard: 'viewerIsUnknown', target: 'waiting' },
      { target: 'signedOut' },
    ],
  },
  waiting: { meta: title('waiting') },
  signedOut: { meta: title('signedOut') },
} as const;
