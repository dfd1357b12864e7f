import type { SnapshotFrom } from 'xstate';
import type { searchMachine } from './search.machine.ts';
import type { Suggestion } from './search.types.ts';

type Snapshot = SnapshotFrom<typeof searchMachine>;

const none: readonly Suggestion[] = [];
/** The list beneath the field; empty while it is shut. */
export const selectSuggestions = (snapshot: Snapshot): readonly Suggestion[] =>
  snapshot.matches('open') ? snapshot.context.suggestions : none;

/** Position of the suggestion that Enter takes; null while Enter sends the text. */
export const selectHighlighted = ({ context }: Snapshot): number | null => context.highlighted;

/** Nothing begins like this. */
export const selectNothingIsSuggested = (snapshot: Snapshot): boolean => snapshot.matches({ open: 'empty' });

/** The message of spec section 8 is due; the suggestions of before are still there. */
export const selectSuggestingHasFailed = (snapshot: Snapshot): boolean =>
  snapshot.matches({ open: 'failed' });
