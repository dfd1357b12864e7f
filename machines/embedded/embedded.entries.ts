import type { EmbeddedContext } from './embedded.types.ts';

/** The form server does not have all entries, and nothing of what it has is still to be taken over. */
export const entriesWait = ({ isDirty, over, isTaken }: EmbeddedContext): boolean =>
  isDirty && over === null && isTaken;
