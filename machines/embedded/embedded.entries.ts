import type { EmbeddedContext } from './embedded.types.ts';

/** Tells whether the form server lacks entries, while everything that it has is taken over. */
export const entriesWait = ({ isDirty, over, isTaken }: EmbeddedContext): boolean =>
  isDirty && over === null && isTaken;
