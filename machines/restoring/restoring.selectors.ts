import type { SnapshotFrom } from 'xstate';
import type { restoringMachine } from './restoring.machine.ts';

type Snapshot = SnapshotFrom<typeof restoringMachine>;

export const selectIsRestoring = (snapshot: Snapshot): boolean => snapshot.matches('opening');
/** What has to be given before anything is opened; null where nothing is missing. */
export const selectMissing = ({ context }: Snapshot) => context.missing;
/** Why the file was not opened. */
export const selectRefusal = (snapshot: Snapshot) =>
  snapshot.matches('refused') ? snapshot.context.problem : null;
/** What became of the answers, once they are back. */
export const selectRestored = (snapshot: Snapshot) =>
  snapshot.matches('opened') ? snapshot.context.restored : null;
