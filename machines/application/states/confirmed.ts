import { loadingSummary, reopening, toDueStep, toNotice } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** The confirmed data, viewed again before it is paid or sent. Viewing reopens nothing. */
export const confirmed = applicationSetup.createStateConfig({
  meta: title('confirmed'),
  initial: 'loading',
  // From here on, sending needs its own button.
  entry: ['forgetProblem', 'forgetConfirmation'],
  on: {
    'review.ended': 'deciding',
    // Data is viewed only while it may be changed.
    'data.changeRequested': { target: 'open', actions: reopening },
    'step.requested': [toNotice, toDueStep],
  },
  states: {
    loading: { meta: title('confirmed.loading'), ...loadingSummary },
    shown: {
      meta: title('confirmed.shown'),
      always: { guard: 'summaryIsForeign', target: 'loading' },
    },
    unavailable: {
      meta: title('confirmed.unavailable'),
      on: { 'retry.requested': { target: 'loading', actions: 'forgetProblem' } },
    },
  },
});
