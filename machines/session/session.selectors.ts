import type { SnapshotFrom } from 'xstate';
import type { SentHere, SessionUser } from '#contract/auth.ts';
import { viewerOf } from './session.assigners.ts';
import type { sessionMachine } from './session.machine.ts';
import type { Viewer } from './session.types.ts';

type Snapshot = SnapshotFrom<typeof sessionMachine>;

/** The kind of viewer; `unknown` before the first answer. */
export const selectViewer = (snapshot: Snapshot): Viewer =>
  snapshot.hasTag('undetermined') ? 'unknown' : viewerOf(snapshot.context.user);

/** The user of the session, with or without an account; null without a session. */
export const selectUser = ({ context }: Snapshot): SessionUser | null => context.user;

/** The applications without an account that this session has sent or is sending, newest first. */
export const selectSentHere = ({ context }: Snapshot): readonly SentHere[] => context.user?.sentHere ?? none;
const none: readonly SentHere[] = [];

/** The user of an account; null for anonymous ones, who have no name. */
export const selectAccount = (snapshot: Snapshot): SessionUser | null =>
  viewerOf(snapshot.context.user) === 'account' ? snapshot.context.user : null;

/** The session ended without the person wanting it: the message is to be shown. */
export const selectSessionIsExpired = (snapshot: Snapshot): boolean => snapshot.matches({ expired: 'told' });

/** The way in which the session ended, while a screen shows it; null where there is a session, or never was. */
export function selectEnding(snapshot: Snapshot): 'expired' | 'elsewhere' | 'erased' | null {
  if (snapshot.matches('expired')) return 'expired';
  if (snapshot.matches('leftElsewhere')) return 'elsewhere';
  return snapshot.matches('erased') ? 'erased' : null;
}
/**
 * The session has ended while something of it was on the screen: nothing is saved any more, and only an account keeps
 * anything.
 */
export const selectIsOver = (snapshot: Snapshot): boolean =>
  selectEnding(snapshot) !== null || selectLogout(snapshot) !== null;
export const selectFormer = ({ context }: Snapshot) => context.former;
/** The login that opened the session which has ended. */
export const selectFormerProvider = ({ context }: Snapshot) => context.formerProvider;

/** The place where the person of an account logged out; null while they are logged in, or after any other end. */
export function selectLogout(snapshot: Snapshot): 'here' | 'elsewhere' | null {
  if (snapshot.matches('leftElsewhere')) return 'elsewhere';
  return snapshot.matches('loggedOut') && snapshot.context.former === 'account' ? 'here' : null;
}

export const selectIsLoggingOut = (snapshot: Snapshot): boolean =>
  snapshot.matches({ loggedIn: { departure: 'leaving' } });

/** The warning of the coming end of the session. */
export function selectWarning(snapshot: Snapshot): 'reminder' | 'idle' | 'end' | null {
  if (snapshot.matches({ loggedIn: { warning: 'reminding' } })) return 'reminder';
  if (snapshot.matches({ loggedIn: { warning: 'asking' } })) return 'idle';
  return snapshot.matches({ loggedIn: { warning: 'announcing' } }) ? 'end' : null;
}
/** The end of the session through inactivity, by this device's clock in ms since the epoch; null without a session. */
export const selectIdleEnd = ({ context }: Snapshot) => context.idleEndsAt;
export const selectAbsoluteEnd = ({ context }: Snapshot) => context.absoluteEndsAt;
export const selectIsExtending = (snapshot: Snapshot): boolean =>
  snapshot.matches({ loggedIn: { validity: 'prolonging' } });
export const selectExtensionHasFailed = ({ context }: Snapshot): boolean => context.prolongingHasFailed;

/** A logout was not answered: whether it was done is unknown. */
export const selectLogoutIsUnanswered = (snapshot: Snapshot): boolean =>
  snapshot.matches({ loggedIn: { departure: 'leavingUnanswered' } });

const departures = [
  'previewing',
  'confirming',
  'confirmingPaid',
  'ending',
  'endingUnanswered',
  'failed',
] as const;
export type Departure = (typeof departures)[number];
/** The progress of "end and delete"; null when it was not requested. */
export function selectDeparture(snapshot: Snapshot): Departure | null {
  if (viewerOf(snapshot.context.user) !== 'anonymous') return null;
  return departures.find((departure) => snapshot.matches({ loggedIn: { departure } })) ?? null;
}
/**
 * The effects of an end of the session, before and after it; the latter are null when another window ended it and did
 * not report them.
 */
export const selectHeld = ({ context }: Snapshot) => context.held;
/** The second consent, where something is paid, and whether the person has tried to go on without it. */
export const selectIsAgreed = ({ context }: Snapshot): boolean => context.agreed;
export const selectAgreementIsMissed = ({ context }: Snapshot): boolean => context.agreementIsMissed;
export const selectErased = ({ context }: Snapshot) => context.erased;

/** The lengths of sessions here; null before the first answer. */
export const selectLimits = ({ context }: Snapshot) => context.limits;

/** The server has not said yet who the viewer is, and was asked in vain. */
export const selectSessionIsUnreachable = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('undetermined') && snapshot.context.wasUnreachable;
