import type { SnapshotFrom } from 'xstate';
import type { TrustLevel } from '#domain/trust-level.ts';
import { levelIsTooLow } from '../kit/problem.ts';
import { entriesAreSaved, isCurrent } from './saving.guards.ts';
import type { savingMachine } from './saving.machine.ts';

type Snapshot = SnapshotFrom<typeof savingMachine>;

/** How the content stands on the server. */
export type SavingState =
  | 'untouched'
  | 'saving'
  /** Only after something was saved in this window. */
  | 'saved'
  | 'retrying'
  | 'blocked'
  | 'conflict'
  | 'refused'
  /** Another window edits. */
  | 'elsewhere';

const states = {
  dirty: 'saving',
  sending: 'saving',
  pausing: 'retrying',
  comparing: 'retrying',
  conflict: 'conflict',
  elsewhere: 'elsewhere',
  locked: 'blocked',
  refused: 'refused',
  gone: 'refused',
} as const satisfies Record<string, SavingState>;

export const selectSavingState = (snapshot: Snapshot): SavingState => {
  const { value, context } = snapshot;
  if (value === 'clean') return context.savedAt ? 'saved' : 'untouched';
  return states[typeof value === 'string' ? value : (Object.keys(value)[0] as keyof typeof value)];
};

/** Seconds until the next attempt; null while none is waited for. */
export const selectSecondsLeft = (snapshot: Snapshot): number | null =>
  snapshot.matches('pausing') ? snapshot.context.secondsLeft : null;

/** Saving needs the person: a newer state, a refusal, or no session any more. */
export const selectIsHindered = (snapshot: Snapshot): boolean =>
  ['conflict', 'refused', 'blocked'].includes(selectSavingState(snapshot));

/** The trust level without which nothing more is saved; null if that is not the reason. */
export const selectNeededLevel = (snapshot: Snapshot): TrustLevel | null => {
  const { problem } = snapshot.context;
  const isMissing = snapshot.matches('locked') && levelIsTooLow(problem!);
  return isMissing ? (problem!.trustLevel ?? 'high') : null;
};

/** The person has not yet decided whether to take the newer state. */
export const selectAsksAboutNewerState = (snapshot: Snapshot): boolean =>
  snapshot.matches({ conflict: 'asking' });

/**
 * Entries are not part of what the server has stored. That a page was turned is written as well, but nobody loses it
 * who leaves before that. Of a case that is not taken any more there is nothing left that could be saved.
 */
export const selectIsUnsaved = (snapshot: Snapshot): boolean => {
  if (snapshot.context.content.data) return !entriesAreSaved(snapshot.context);
  return !['untouched', 'saved', 'conflict', 'refused'].includes(selectSavingState(snapshot));
};

/** Something is still to be written where this window edits: entries, or that a page was turned. */
export const selectIsToBeWritten = (snapshot: Snapshot): boolean => {
  const isBehind =
    snapshot.context.content.data !== undefined &&
    !snapshot.matches('elsewhere') &&
    !isCurrent(snapshot.context);
  return isBehind || selectIsUnsaved(snapshot);
};

export const selectSavedAt = ({ context }: Snapshot): string | null => context.savedAt;
export const selectProblem = ({ context }: Snapshot) => context.problem;
export const selectHasFailed = ({ context }: Snapshot): boolean => context.attempts > 0;
