import { initialContext } from './session.assigners.ts';
import { aboutReading, sessionSetup, title } from './session.setup.ts';
import { departure } from './states/departure.ts';
import { validity } from './states/validity.ts';
import { warning } from './states/warning.ts';

/**
 * The session of the person using the portal (spec section 4, Session), the same in all windows of the browser: they
 * tell each other about logins, prolongations and ends. The server sets the deadlines.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => initialContext(input),
  invoke: { src: 'watchClock' },
  initial: 'unknown',
  states: {
    unknown: {
      meta: title('unknown'),
      tags: 'undetermined',
      invoke: {
        src: 'readSession',
        onDone: [
          {
            // Opening a page is a use of the session, asking for it is not.
            guard: { type: 'userIsPresentSinceLong', params: aboutReading },
            target: 'loggedIn.validity.prolonging',
            actions: { type: 'keepReading', params: aboutReading },
          },
          {
            guard: { type: 'userIsPresent', params: aboutReading },
            target: 'loggedIn',
            actions: { type: 'keepReading', params: aboutReading },
          },
          { target: 'loggedOut', actions: { type: 'keepReading', params: aboutReading } },
        ],
        onError: { target: 'unreachable', actions: 'noteSilence' },
      },
    },
    unreachable: {
      meta: title('unreachable'),
      tags: 'undetermined',
      after: { untilRetry: 'unknown' },
      on: { 'session.renewed': 'unknown', 'clock.woke': 'unknown' },
    },
    /** Nobody is logged in, or the person logged out here. */
    loggedOut: {
      meta: title('loggedOut'),
      on: { 'session.renewed': 'renewing' },
    },
    /** The person logged out in another window. */
    leftElsewhere: {
      meta: title('leftElsewhere'),
      on: { 'session.renewed': 'renewing' },
    },
    renewing: {
      meta: title('renewing'),
      invoke: {
        src: 'readSession',
        onDone: [
          {
            guard: { type: 'userIsPresent', params: aboutReading },
            target: 'loggedIn',
            actions: { type: 'keepReading', params: aboutReading },
          },
          { guard: 'endedByExpiry', target: 'expired.acknowledged' },
          { guard: 'endedElsewhere', target: 'leftElsewhere' },
          { target: 'loggedOut' },
        ],
        onError: [
          { guard: 'endedByExpiry', target: 'expired.acknowledged' },
          { guard: 'endedElsewhere', target: 'leftElsewhere' },
          { target: 'loggedOut' },
        ],
      },
    },
    loggedIn: {
      meta: title('loggedIn'),
      type: 'parallel',
      on: {
        'session.ended': [
          {
            guard: { type: 'wasErased', params: ({ event }) => event },
            target: 'erased',
            actions: { type: 'noteErasure', params: ({ event }) => event },
          },
          { target: 'leftElsewhere', actions: 'noteLogout' },
        ],
      },
      states: { validity, warning, departure },
    },
    /** The session expired; nobody ended it. This is shown until somebody logs in again. */
    expired: {
      meta: title('expired'),
      initial: 'told',
      on: { 'session.renewed': 'renewing' },
      states: {
        told: { meta: title('told'), on: { 'message.dismissed': 'acknowledged' } },
        acknowledged: { meta: title('acknowledged') },
      },
    },
    /** The session ended here or in another window, with everything that no account keeps. */
    erased: {
      meta: title('erased'),
      on: { 'session.renewed': 'renewing', 'message.dismissed': 'loggedOut' },
    },
  },
});
