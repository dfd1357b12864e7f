import type { SnapshotFrom } from 'xstate';
import type { portalMachine } from '../portal/portal.machine.ts';
import type { ownDataMachine } from './ownData.machine.ts';

type Snapshot = SnapshotFrom<typeof ownDataMachine>;
type Portal = SnapshotFrom<typeof portalMachine>;

export const selectOwnData = (portal: Portal) => portal.children.ownData;
/** The outcome of a deletion of everything; null unless it was done on this page. */
export const selectErasure = (portal: Portal) =>
  portal.matches({ route: { ownData: 'over' } }) ? portal.context.erasure : null;

export const selectKeptIsLoading = (snapshot: Snapshot): boolean => snapshot.matches('loading');
export const selectKeptHasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
export const selectIsRemoving = (snapshot: Snapshot): boolean => snapshot.matches('removing');
/** The question before the deletion is open, or answered and not done yet. */
export const selectErasureIsAsked = (snapshot: Snapshot): boolean =>
  snapshot.matches('confirming') || snapshot.matches('erasing');
export const selectIsErasing = (snapshot: Snapshot): boolean => snapshot.matches('erasing');
