import type { SnapshotFrom } from 'xstate';
import type { TrustLevel } from '#domain/trust-level.ts';
import { levelIsTooLow } from '../kit/problem.ts';
import { entriesAreSaved, isCurrent } from './saving.guards.ts';
import type { savingMachine } from './saving.machine.ts';

type Snapshot = SnapshotFrom<typeof savingMachine>;

/** State of the content on the server. */
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

/** Returns the seconds until the next attempt; null while no attempt is planned. */
export const selectSecondsLeft = (snapshot: Snapshot): number | null =>
  snapshot.matches('pausing') ? snapshot.context.secondsLeft : null;

/** Tells whether saving needs the person: a newer state, a refusal, or no session any more. */
export const selectIsHindered = (snapshot: Snapshot): boolean =>
  ['conflict', 'refused', 'blocked'].includes(selectSavingState(snapshot));

/** Returns the trust level that saving needs; null if the level is not the reason. */
export const selectNeededLevel = (snapshot: Snapshot): TrustLevel | null => {
  const { problem } = snapshot.context;
  const isMissing = snapshot.matches('locked') && levelIsTooLow(problem!);
  return isMissing ? (problem!.trustLevel ?? 'high') : null;
};

/** Tells whether the person has still to decide about the newer state. */
export const selectAsksAboutNewerState = (snapshot: Snapshot): boolean =>
  snapshot.matches({ conflict: 'asking' });

/**
 * Tells whether the server lacks entries. The page on the screen is written as well, but nobody who leaves before that
 * loses anything. A case that the server does not take any more has nothing left to save.
 */
export const selectIsUnsaved = (snapshot: Snapshot): boolean => {
  if (snapshot.context.content.data) return !entriesAreSaved(snapshot.context);
  return !['untouched', 'saved', 'conflict', 'refused'].includes(selectSavingState(snapshot));
};

/** Tells whether this window edits and has something to write: entries, or another page on the screen. */
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
