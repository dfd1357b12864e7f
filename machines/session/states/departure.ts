import { aboutAnswer, aboutError, aboutEvent, keepLocale } from '../../kit/params.ts';
import { sessionSetup, title } from '../session.setup.ts';

/** The ways to leave: a logout, or without an account an end that deletes everything. */
export const departure = sessionSetup.createStateConfig({
  meta: title('departure'),
  initial: 'staying',
  states: {
    staying: {
      meta: title('staying'),
      on: {
        'logout.requested': 'leaving',
        'ending.requested': { guard: 'viewerIsAnonymous', target: 'previewing', actions: keepLocale },
      },
    },
    leaving: {
      meta: title('leaving'),
      invoke: {
        src: 'logOut',
        onDone: {
          target: '#session.loggedOut',
          actions: [
            'forgetUser',
            { type: 'tellWindows', params: { message: { type: 'session.ended', erased: null } } },
            { type: 'tellAccountLogout', params: ({ event }) => ({ account: event.output }) },
          ],
        },
        onError: 'leavingUnanswered',
      },
    },
    /** The person may be logged out. Asked again, the server repeats its answer. */
    leavingUnanswered: {
      meta: title('leavingUnanswered'),
      on: { 'logout.requested': 'leaving', 'logout.dismissed': 'staying' },
    },
    /** The server reports the applications, and what would happen to them. */
    previewing: {
      meta: title('previewing'),
      invoke: {
        src: 'reviewEnding',
        input: ({ context }) => ({ locale: context.locale }),
        onDone: { target: 'confirming', actions: { type: 'keepHeld', params: aboutAnswer } },
        onError: 'failed',
      },
    },
    confirming: {
      meta: title('confirming'),
      on: {
        'ending.confirmed': [{ guard: 'somethingIsPaid', target: 'confirmingPaid' }, { target: 'ending' }],
        'ending.dismissed': 'staying',
      },
    },
    /** Money is on record: a second, explicit consent, which a double click cannot give by accident. */
    confirmingPaid: {
      meta: title('confirmingPaid'),
      on: {
        'consent.changed': { actions: { type: 'keepAgreement', params: aboutEvent } },
        'ending.confirmed': [{ guard: 'agreementIsGiven', target: 'ending' }, { actions: 'missAgreement' }],
        'ending.dismissed': 'staying',
      },
    },
    ending: {
      meta: title('ending'),
      invoke: {
        src: 'eraseSession',
        input: ({ context }) => ({ locale: context.locale, paidConsent: context.agreed }),
        onDone: {
          target: '#session.erased',
          actions: [
            { type: 'noteErasure', params: ({ event }) => ({ erased: event.output }) },
            {
              type: 'tellWindows',
              params: ({ event }) => ({ message: { type: 'session.ended', erased: event.output } }),
            },
          ],
        },
        onError: [
          // Something was paid meanwhile: the person is asked again.
          { guard: { type: 'heldHasChanged', params: aboutError }, target: 'previewing' },
          { target: 'endingUnanswered' },
        ],
      },
    },
    /** Everything may be erased. Asked again, the server repeats its answer. */
    endingUnanswered: {
      meta: title('endingUnanswered'),
      on: { 'ending.requested': 'ending', 'ending.dismissed': 'staying' },
    },
    /** The server could not report the applications; nothing is erased. */
    failed: {
      meta: title('endingFailed'),
      on: {
        'ending.requested': { target: 'previewing', actions: keepLocale },
        'ending.dismissed': 'staying',
      },
    },
  },
});
