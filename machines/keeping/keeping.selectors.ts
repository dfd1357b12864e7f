import type { SnapshotFrom } from 'xstate';
import type { keepingMachine } from './keeping.machine.ts';

type Snapshot = SnapshotFrom<typeof keepingMachine>;

export type KeepingStep = 'choosing' | 'saving' | 'unsaved' | 'sealing' | 'sealed' | 'failed';
const steps: readonly KeepingStep[] = ['choosing', 'saving', 'unsaved', 'sealing', 'sealed', 'failed'];

/** The step on the screen; null while nobody has asked to keep anything. */
export const selectKeepingStep = (snapshot: Snapshot): KeepingStep | null =>
  steps.find((step) => snapshot.matches(step)) ?? null;

/** The file with its code, while it is shown. */
export const selectSavedFile = ({ context }: Snapshot) => context.saved;
/** The problem for which there is no file. */
export const selectKeepingProblem = ({ context }: Snapshot) => context.problem;
/** A login follows, not a file. */
export const selectLeadsToLogin = ({ context }: Snapshot): boolean => context.query !== null;
