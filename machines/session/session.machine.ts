import { aboutAnswer, aboutEvent } from '../kit/params.ts';
import { initialContext } from './session.assigners.ts';
import { keepReading, sessionSetup, title } from './session.setup.ts';
import { departure } from './states/departure.ts';
import { validity } from './states/validity.ts';
import { warning } from './states/warning.ts';

/** Nobody has logged in: the session that has ended is told of as before. */
const stillEnded = [
  { guard: 'endedByExpiry', target: 'expired.acknowledged' },
  { guard: 'endedElsewhere', target: 'leftElsewhere' },
  { target: 'loggedOut' },
] as const;

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
            guard: { type: 'userIsPresentSinceLong', params: aboutAnswer },
            target: 'loggedIn.validity.prolonging',
            actions: keepReading,
          },
          { guard: { type: 'userIsPresent', params: aboutAnswer }, target: 'loggedIn', actions: keepReading },
          { target: 'loggedOut', actions: keepReading },
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
          { guard: { type: 'userIsPresent', params: aboutAnswer }, target: 'loggedIn', actions: keepReading },
          ...stillEnded,
        ],
        onError: stillEnded,
      },
    },
    loggedIn: {
      meta: title('loggedIn'),
      type: 'parallel',
      on: {
        'session.ended': [
          {
            guard: { type: 'wasErased', params: aboutEvent },
            target: 'erased',
            actions: { type: 'noteErasure', params: aboutEvent },
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
