import type { SnapshotFrom } from 'xstate';
import type { windowsMachine } from './windows.machine.ts';

type Snapshot = SnapshotFrom<typeof windowsMachine>;

/** The application is shown here and cannot be changed. */
export const selectIsReadOnly = (snapshot: Snapshot): boolean => snapshot.hasTag('readOnly');

export type Elsewhere = 'warned' | 'takenOver' | 'taking';
/** The message of a window that does not edit; null while it edits or is about to let go. */
export function selectElsewhere(snapshot: Snapshot): Elsewhere | null {
  if (snapshot.matches({ open: { elsewhere: 'warned' } })) return 'warned';
  if (snapshot.matches({ open: { elsewhere: 'takenOver' } })) return 'takenOver';
  return snapshot.matches({ open: { elsewhere: 'taking' } }) ? 'taking' : null;
}
