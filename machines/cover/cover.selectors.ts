import type { SnapshotFrom } from 'xstate';
import type { coverMachine } from './cover.machine.ts';

type Snapshot = SnapshotFrom<typeof coverMachine>;

/** Nothing of the application is shown. */
export const selectIsCovered = (snapshot: Snapshot): boolean => snapshot.hasTag('covered');
/** The person can see the covered entries for a minute. */
export const selectMayLook = (snapshot: Snapshot): boolean => snapshot.matches('covered');
/** The person is looking at the covered entries. */
export const selectIsLooking = (snapshot: Snapshot): boolean => snapshot.matches('looking');
