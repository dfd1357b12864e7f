import { assign, or, setup, stateIn } from 'xstate';
import type { HeldApplication, LeftAccount, SessionReading, SessionUser } from '#contract/auth.ts';
import type { Locale } from '#domain/locale.ts';
import { boundedDelay } from '../kit/deadline.ts';
import { type FlowMeta, titles } from '../kit/meta.ts';
import { aboutAnswer } from '../kit/params.ts';
import { idleWatcher, placeholder } from '../kit/placeholders.ts';
import { nextMomentOf, sessionAssigners, sessionGuards } from './session.assigners.ts';
import type { SessionContext, SessionEvent, SessionInput, SessionMessage } from './session.types.ts';

const RETRY_MS = 5_000;
/** A call that takes longer has failed: after sleep, the network may swallow it. */
const PATIENCE_MS = 10_000;

export const title = titles('session');

/** Parts that all states of the session are built from: calls, actions, guards. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    meta: {} as FlowMeta,
    tags: {} as 'undetermined',
  },
  actors: {
    /** Reads the session without prolonging it. */
    readSession: placeholder<SessionReading>('readSession'),
    prolongSession: placeholder<SessionUser>('prolongSession'),
    /**
     * Whether this window announces the end of the session: once in all windows, and only where somebody can see it.
     */
    claimAnnouncement: placeholder<boolean, { end: string }>('claimAnnouncement'),
    /** Ends the session; returns its account, if it had one. */
    logOut: placeholder<LeftAccount | null>('logOut'),
    reviewEnding: placeholder<readonly HeldApplication[], { locale: Locale }>('reviewEnding'),
    eraseSession: placeholder<readonly HeldApplication[], { locale: Locale; paidConsent: boolean }>(
      'eraseSession',
    ),
    /** Sends `clock.woke` after sleep. */
    watchClock: idleWatcher(),
  },
  actions: {
    keepReading: assign(sessionAssigners.keepReading),
    keepUser: assign(sessionAssigners.keepUser),
    keepTimes: assign(sessionAssigners.keepTimes),
    noteSilence: assign(sessionAssigners.noteSilence),
    noteTrial: assign(sessionAssigners.noteTrial),
    noteFailedTrial: assign(sessionAssigners.noteFailedTrial),
    claimAnnouncement: assign(sessionAssigners.claimAnnouncement),
    noteAnnouncement: assign(sessionAssigners.noteAnnouncement),
    keepLocale: assign(sessionAssigners.keepLocale),
    keepHeld: assign(sessionAssigners.keepHeld),
    keepAgreement: assign(sessionAssigners.keepAgreement),
    missAgreement: assign(sessionAssigners.missAgreement),
    forgetUser: assign(sessionAssigners.forgetUser),
    noteExpiry: assign(sessionAssigners.noteExpiry),
    noteLogout: assign(sessionAssigners.noteLogout),
    noteErasure: assign(sessionAssigners.noteErasure),
    /** Tells the other windows of this browser what happened to the session. */
    tellWindows: (_, _params: { message: SessionMessage }) => undefined,
    /** Begins the logout at the account (accountLogout). */
    tellAccountLogout: (_, _params: { account: LeftAccount | null }) => undefined,
  },
  guards: {
    ...sessionGuards,
    endIsOnItsWay: or(
      (['leaving', 'leavingUnanswered', 'ending', 'endingUnanswered'] as const).map((departure) =>
        stateIn({ loggedIn: { departure } }),
      ),
    ),
  },
  delays: {
    untilNextMoment: ({ context }) => boundedDelay(nextMomentOf(context)!, context.now()),
    untilGivenUp: PATIENCE_MS,
    untilRetry: RETRY_MS,
  },
});

/** The action by which the session remembers what the server has answered. */
export const keepReading = { type: 'keepReading', params: aboutAnswer } as const;
