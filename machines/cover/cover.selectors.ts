import type { SnapshotFrom } from 'xstate';
import type { coverMachine } from './cover.machine.ts';

type Snapshot = SnapshotFrom<typeof coverMachine>;

/** Nothing of the application is shown. */
export const selectIsCovered = (snapshot: Snapshot): boolean => snapshot.hasTag('covered');
/** It can be seen for a minute. */
export const selectMayLook = (snapshot: Snapshot): boolean => snapshot.matches('covered');
/** The person is looking at what is covered. */
export const selectIsLooking = (snapshot: Snapshot): boolean => snapshot.matches('looking');
