import type { SnapshotFrom } from 'xstate';
import type { windowsMachine } from './windows.machine.ts';

type Snapshot = SnapshotFrom<typeof windowsMachine>;

/** The application is shown here and cannot be changed. */
export const selectIsReadOnly = (snapshot: Snapshot): boolean => snapshot.hasTag('readOnly');

const elsewheres = ['warned', 'takenOver', 'taking'] as const;
export type Elsewhere = (typeof elsewheres)[number];
/** The message of a window that does not edit; null while it edits or is about to let go. */
export const selectElsewhere = (snapshot: Snapshot): Elsewhere | null =>
  elsewheres.find((elsewhere) => snapshot.matches({ open: { elsewhere } })) ?? null;
