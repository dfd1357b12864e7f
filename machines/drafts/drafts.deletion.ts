import { processMachine } from '../process/process.machine.ts';
import type { DraftView } from './drafts.types.ts';

/** Whether the process workflow knows a deletion in this status: not while a payment is open. */
export const draftMayBeDeleted = ({ status }: Pick<DraftView, 'status'>): boolean =>
  processMachine.states[status]?.ownEvents.includes('draft.deleted') === true;
