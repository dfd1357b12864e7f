import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from './session.machine.ts';
import type { SessionUser, Viewer } from './session.types.ts';

type Snapshot = SnapshotFrom<typeof sessionMachine>;

export const viewerOf = (user: SessionUser | null): Exclude<Viewer, 'unknown'> => {
  if (user === null) return 'none';
  return user.providerType === 'pseudo' ? 'anonymous' : 'account';
};

/** Who uses the portal; `unknown` before the first answer. */
export const selectViewer = (snapshot: Snapshot): Viewer =>
  snapshot.hasTag('undetermined') ? 'unknown' : viewerOf(snapshot.context.user);

/** The user of an account; null for anonymous ones, who have no name. */
export const selectAccount = (snapshot: Snapshot): SessionUser | null =>
  viewerOf(snapshot.context.user) === 'account' ? snapshot.context.user : null;

/** The session ended without the person wanting it: the notice is to be shown. */
export const selectSessionIsExpired = (snapshot: Snapshot): boolean => snapshot.matches('expired');

export const selectIsLoggingOut = (snapshot: Snapshot): boolean => snapshot.matches({ loggedIn: 'leaving' });

/** The service has not said yet who is here, and does not answer. */
export const selectSessionIsUnreachable = (snapshot: Snapshot): boolean => snapshot.matches('unreachable');
