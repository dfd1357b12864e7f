import type { SnapshotFrom } from 'xstate';
import { undecidedOf } from './conflict.guards.ts';
import type { conflictMachine } from './conflict.machine.ts';
import type { ConflictContext, Decided } from './conflict.types.ts';

type Snapshot = SnapshotFrom<typeof conflictMachine>;

export const selectConflict = ({ context }: Snapshot) => context.conflict;
export const selectChoices = ({ context }: Snapshot) => context.choices;
export const selectFailedAttempts = ({ context }: Snapshot) => context.failedAttempts;
export const selectProblem = ({ context }: Snapshot) => context.problem;
export const selectIsUnavailable = (snapshot: Snapshot): boolean => snapshot.matches('unavailable');
export const selectIsSaving = (snapshot: Snapshot): boolean => snapshot.matches('saving');
/** Keys of the fields that are still to be decided, after an attempt to continue without. */
export const selectMissing = ({ context }: Snapshot): readonly string[] =>
  context.failedAttempts === 0 ? [] : undecidedOf(context).map(({ key }) => key);

/** The choices as the server takes them. */
export function decidedOf({ processId, locale, conflict, choices }: ConflictContext): Decided {
  const keys = (conflict?.differences ?? []).map(({ key }) => key);
  return {
    processId,
    locale,
    version: conflict?.version ?? 0,
    hash: conflict?.hash ?? '',
    apply: keys.filter((key) => choices[key] === 'apply'),
    correct: keys.filter((key) => choices[key] === 'correct'),
  };
}

/** The form page with the first entry that the person corrects; null when there is none. */
export const pageToCorrect = ({ conflict, choices }: ConflictContext): string | null =>
  conflict?.differences.find(({ key }) => choices[key] === 'correct')?.page ?? null;
