import type { SnapshotFrom } from 'xstate';
import type { ownDataMachine } from './ownData.machine.ts';

type Snapshot = SnapshotFrom<typeof ownDataMachine>;

export const selectKeptIsLoading = (snapshot: Snapshot): boolean => snapshot.matches('loading');
export const selectKeptHasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
export const selectIsRemoving = (snapshot: Snapshot): boolean => snapshot.matches('removing');
/** The question before the deletion is open, or answered and not done yet. */
export const selectErasureIsAsked = (snapshot: Snapshot): boolean =>
  snapshot.matches('confirming') || snapshot.matches('erasing');
export const selectIsErasing = (snapshot: Snapshot): boolean => snapshot.matches('erasing');
