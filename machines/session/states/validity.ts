import { aboutAnswer, aboutEvent } from '../../kit/params.ts';
import { keepReading, sessionSetup, title } from '../session.setup.ts';

/** The server cannot be asked: this window's knowledge decides. */
const unanswered = [
  { guard: 'deadlineHasPassed', target: '#session.expired', actions: 'noteExpiry' },
  { target: 'steady' },
] as const;

/**
 * The length of the session. At a deadline, and after sleep, the server is asked without prolonging: another window may
 * have been used meanwhile, and an unattended window must not keep a session alive.
 */
export const validity = sessionSetup.createStateConfig({
  meta: title('validity'),
  initial: 'steady',
  // These events are here, not in the state around the regions: the others would begin anew, and a logout under way would be forgotten.
  on: {
    'session.refused': [
      // The call that ends the session has an answer of its own, also when that is lost at first.
      { guard: 'endIsOnItsWay' },
      {
        guard: { type: 'refusalSaysExpired', params: aboutEvent },
        target: '#session.expired',
        actions: 'noteExpiry',
      },
      // There is no session, or an anonymous one is not enough for that call.
      { target: '.reading' },
    ],
    'session.renewed': '.reading',
    'session.prolonged': { target: '.steady', actions: { type: 'keepTimes', params: aboutEvent } },
  },
  states: {
    steady: {
      meta: title('steady'),
      after: {
        untilNextMoment: [
          { guard: 'deadlineHasPassed', target: 'reading' },
          { target: 'steady', reenter: true },
        ],
      },
      on: {
        'activity.noticed': {
          guard: { type: 'prolongationIsDue', params: aboutEvent },
          target: 'prolonging',
        },
        'extension.requested': 'prolonging',
        'clock.woke': 'reading',
      },
    },
    reading: {
      meta: title('reading'),
      invoke: {
        src: 'readSession',
        onDone: [
          { guard: { type: 'userIsPresent', params: aboutAnswer }, target: 'steady', actions: keepReading },
          {
            guard: { type: 'sessionHasRunOut', params: aboutAnswer },
            target: '#session.expired',
            actions: 'noteExpiry',
          },
          {
            guard: 'viewerIsAnonymous',
            target: '#session.erased',
            actions: { type: 'noteErasure', params: { erased: null } },
          },
          { target: '#session.leftElsewhere', actions: 'noteLogout' },
        ],
        onError: unanswered,
      },
      after: { untilGivenUp: unanswered },
    },
    prolonging: {
      meta: title('prolonging'),
      entry: 'noteTrial',
      invoke: {
        src: 'prolongSession',
        onDone: {
          target: 'steady',
          actions: [
            { type: 'keepUser', params: aboutAnswer },
            {
              type: 'tellWindows',
              params: ({ event: { output } }) => ({
                message: {
                  type: 'session.prolonged',
                  times: {
                    fetchedTimestamp: output.fetchedTimestamp,
                    expires: output.expires,
                    sessionExpiration: output.sessionExpiration,
                    answeredAt: output.answeredAt,
                  },
                },
              }),
            },
          ],
        },
        // A refusal also arrives as `session.refused`.
        onError: { target: 'steady', actions: 'noteFailedTrial' },
      },
      after: { untilGivenUp: { target: 'steady', actions: 'noteFailedTrial' } },
    },
  },
});
