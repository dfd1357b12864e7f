import type { SnapshotFrom } from 'xstate';
import { undecidedOf } from './conflict.guards.ts';
import type { conflictMachine } from './conflict.machine.ts';

type Snapshot = SnapshotFrom<typeof conflictMachine>;

export const selectConflict = ({ context }: Snapshot) => context.conflict;
export const selectChoices = ({ context }: Snapshot) => context.choices;
export const selectChoiceForAll = ({ context }: Snapshot) => context.choiceForAll;
export const selectFailedAttempts = ({ context }: Snapshot) => context.failedAttempts;
export const selectProblem = ({ context }: Snapshot) => context.problem;
export const selectIsUnavailable = (snapshot: Snapshot): boolean => snapshot.matches('unavailable');
/** The decision is being saved, or read in another language: the way on waits for it. */
export const selectIsBusy = (snapshot: Snapshot): boolean =>
  snapshot.matches('saving') || snapshot.matches('loading');
/** Keys of the fields that are still to be decided, after an attempt to continue without. */
export const selectMissing = ({ context }: Snapshot): readonly string[] =>
  context.failedAttempts === 0 ? [] : undecidedOf(context).map(({ key }) => key);
