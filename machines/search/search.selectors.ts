import type { SnapshotFrom } from 'xstate';
import type { SearchResult } from '#contract/content.ts';
import type { searchMachine } from './search.machine.ts';

type Snapshot = SnapshotFrom<typeof searchMachine>;

const none: readonly SearchResult[] = [];
/** The list below the field; empty while it is closed. */
export const selectSuggestions = (snapshot: Snapshot): readonly SearchResult[] =>
  snapshot.matches('open') ? snapshot.context.suggestions : none;

/** Position of the suggestion that Enter takes; null while Enter submits the text. */
export const selectHighlighted = ({ context }: Snapshot): number | null => context.highlighted;

/** Nothing begins with this text. */
export const selectNothingIsSuggested = (snapshot: Snapshot): boolean => snapshot.matches({ open: 'empty' });

/** The message of spec section 8 is due; the previous suggestions are still there. */
export const selectSuggestingHasFailed = (snapshot: Snapshot): boolean =>
  snapshot.matches({ open: 'failed' });
