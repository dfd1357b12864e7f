import { aboutAnswer, aboutError, keepProblem } from '../../kit/params.ts';
import { keepProcess, queryOf, refreshingIf, reopening, toConfirmed } from '../application.queries.ts';
import { applicationSetup, title } from '../application.setup.ts';

/** Requests the submission. */
export const sending = applicationSetup.createStateConfig({
  meta: title('sending'),
  tags: 'busy',
  // The submission is requested once: after a refusal the person must act.
  entry: ['forgetProblem', 'forgetConfirmation'],
  invoke: {
    src: 'submitProcess',
    input: queryOf,
    onDone: { target: 'deciding', actions: keepProcess },
    onError: [
      { guard: { type: 'stateHasChanged', params: aboutError }, target: 'refreshing' },
      { guard: 'submissionHasFailed', target: 'submitFailed', actions: keepProblem },
      { target: 'ready', actions: keepProblem },
    ],
  },
});

/** The server is working on the submission; its steps are polled. */
export const submitting = applicationSetup.createStateConfig({
  meta: title('submitting'),
  entry: 'tellSent',
  initial: 'resting',
  states: {
    resting: {
      meta: title('submitting.resting'),
      after: { untilSubmissionPoll: 'asking' },
    },
    asking: {
      meta: title('submitting.asking'),
      invoke: {
        src: 'loadProcess',
        input: queryOf,
        onDone: [
          { guard: { type: 'stillRunning', params: aboutAnswer }, target: 'resting', actions: keepProcess },
          { target: '#application.progress.deciding', actions: keepProcess },
        ],
        onError: [refreshingIf('isClosedToViewer'), { target: 'resting' }],
      },
    },
  },
});

/** The application could not be delivered; payment and confirmation remain. */
export const submitFailed = applicationSetup.createStateConfig({
  meta: title('submitFailed'),
  on: {
    'step.requested': toConfirmed,
    'submission.requested': 'sending',
    'data.changeRequested': { guard: 'dataMayChange', target: 'open', actions: reopening },
  },
});
