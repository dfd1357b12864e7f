import { aboutAnswer, aboutError, aboutEvent, keepProblem } from '../kit/params.ts';
import { initialContext } from './application.assigners.ts';
import {
  keepProcess,
  offerQueryOf,
  queryOf,
  reopening,
  stepRefused,
  toConfirmed,
  toNotice,
  toStranger,
} from './application.queries.ts';
import { applicationSetup, title } from './application.setup.ts';
import { confirmed } from './states/confirmed.ts';
import { conflict } from './states/conflict.ts';
import { following } from './states/following.ts';
import { notice } from './states/notice.ts';
import { open } from './states/open.ts';
import { payment } from './states/payment.ts';
import { starting } from './states/starting.ts';
import { sending, submitFailed, submitting } from './states/submission.ts';
import { submitted } from './states/submitted.ts';
import { texts } from './states/texts.ts';

/**
 * One application from its start to its result (spec section 2, application flow). `deciding` asks the process workflow
 * which step comes next, with the status and facts that the server returned.
 */
export const applicationMachine = applicationSetup.createMachine({
  id: 'application',
  type: 'parallel',
  context: ({ input }) => initialContext(input),
  states: {
    progress: {
      meta: title('progress'),
      initial: 'arriving',
      on: {
        // The previous screen must no longer be visible.
        'session.erased': { guard: 'processIsAnonymous', target: '.ended', actions: 'forgetProcess' },
        'viewer.changed': toStranger,
        'step.requested': [{ guard: { type: 'stepIsDue', params: aboutEvent } }, stepRefused],
      },
      states: {
        arriving: {
          meta: title('arriving'),
          tags: 'busy',
          always: [
            { guard: 'processIsKnown', target: 'refreshing' },
            { guard: 'beginsWithService', target: 'openingOffer' },
            { guard: 'cameBackLoggedIn', target: 'takingOver' },
            { target: 'refreshing' },
          ],
        },
        openingOffer: {
          meta: title('openingOffer'),
          tags: 'busy',
          invoke: {
            src: 'loadOffer',
            input: offerQueryOf,
            onDone: [
              { guard: { type: 'nothingIsOffered', params: aboutAnswer }, target: 'notOffered' },
              { target: 'starting', actions: { type: 'keepOffer', params: aboutAnswer } },
            ],
            onError: [
              { guard: { type: 'processIsUnknown', params: aboutError }, target: 'notOffered' },
              { target: 'failed', actions: keepProblem },
            ],
          },
        },
        starting,
        takingOver: {
          meta: title('takingOver'),
          tags: 'busy',
          entry: ['forgetLogin'],
          invoke: {
            src: 'takeOver',
            input: queryOf,
            onDone: { target: 'deciding', actions: keepProcess },
            // The server has nothing to hand over, or does not allow it: the current state of the process decides what to do.
            onError: { target: 'refreshing', actions: keepProblem },
          },
        },
        refreshing: {
          meta: title('refreshing'),
          tags: 'busy',
          invoke: {
            src: 'loadProcess',
            input: queryOf,
            onDone: { target: 'deciding', actions: keepProcess },
            onError: [
              {
                guard: { type: 'processIsUnknown', params: aboutError },
                target: 'notFound',
                actions: ['forgetEverything', keepProblem],
              },
              {
                guard: { type: 'levelIsTooLow', params: aboutError },
                target: 'levelTooLow',
                actions: keepProblem,
              },
              {
                guard: { type: 'storageHasEnded', params: aboutError },
                target: 'expired',
                actions: keepProblem,
              },
              { target: 'failed', actions: keepProblem },
            ],
          },
        },
        deciding: {
          meta: title('deciding'),
          exit: 'forgetStep',
          always: [
            { guard: 'resultIsThere', target: 'submitted' },
            { guard: 'submissionIsRunning', target: 'submitting' },
            { guard: 'conflictPrecedesForm', target: 'conflict' },
            { guard: 'summaryIsWanted', target: 'open.summary' },
            { guard: 'welcomeIsWanted', target: 'open.welcome' },
            { guard: 'welcomeIsDue', target: 'open.welcome' },
            { guard: 'stepIsForm', target: 'open.filling' },
            { guard: 'paymentIsPending', target: 'payment.waiting' },
            { guard: 'reviewIsWanted', target: 'confirmed' },
            { guard: 'noticeIsWanted', target: 'notice' },
            { guard: 'stepIsConflict', target: 'conflict' },
            { guard: 'stepIsNotice', target: 'notice' },
            { guard: 'stepIsLogin', target: 'login' },
            { guard: 'paymentHasFailed', target: 'payment.failed' },
            { guard: 'stepIsPayment', target: 'payment.offered' },
            { guard: 'mayBeSentNow', target: 'sending' },
            { guard: 'submissionHasFailed', target: 'submitFailed' },
            { target: 'ready' },
          ],
        },
        open,
        conflict,
        confirmed,
        notice,
        login: {
          meta: title('login'),
          on: {
            'step.requested': [toConfirmed, toNotice],
            'data.changeRequested': { guard: 'dataMayChange', target: 'open', actions: reopening },
            'retry.requested': 'takingOver',
          },
        },
        payment,
        ready: {
          meta: title('ready'),
          on: {
            'step.requested': [toConfirmed, toNotice],
            'submission.requested': 'sending',
            'data.changeRequested': { guard: 'dataMayChange', target: 'open', actions: reopening },
          },
        },
        sending,
        submitting,
        submitFailed,
        submitted,
        notOffered: { meta: title('notOffered') },
        notFound: { meta: title('notFound'), on: { 'viewer.changed': 'refreshing' } },
        /** The person's own process, but this login's level is too low. */
        levelTooLow: {
          meta: title('levelTooLow'),
          on: { 'viewer.changed': [toStranger, { target: 'refreshing' }] },
        },
        expired: { meta: title('expired') },
        ended: { meta: title('ended') },
        failed: {
          meta: title('failed'),
          on: {
            'retry.requested': { target: 'arriving', actions: 'forgetProblem' },
            'network.restored': { target: 'arriving', actions: 'forgetProblem' },
            'viewer.changed': [toStranger, { target: 'arriving' }],
          },
        },
      },
    },
    texts,
    following,
  },
});
