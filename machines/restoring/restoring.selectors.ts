import type { SnapshotFrom } from 'xstate';
import type { restoringMachine } from './restoring.machine.ts';

type Snapshot = SnapshotFrom<typeof restoringMachine>;

export const selectIsRestoring = (snapshot: Snapshot): boolean => snapshot.matches('opening');
/** The part that the person has to give before anything is opened; null where nothing is missing. */
export const selectMissing = ({ context }: Snapshot) => context.missing;
/** The reason for which the file was not opened. */
export const selectRefusal = (snapshot: Snapshot) =>
  snapshot.matches('refused') ? snapshot.context.problem : null;
/** The result of the restored answers, once they are back. */
export const selectRestored = (snapshot: Snapshot) =>
  snapshot.matches('opened') ? snapshot.context.restored : null;
