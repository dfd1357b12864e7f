import type { DraftView } from '#contract/personal-area.ts';
import type { Problem } from '../kit/problem.ts';
import { processMachine } from '../process/process.machine.ts';
import type { PersonalArea, Refusal } from './drafts.types.ts';

/**
 * Whether the process workflow allows the deletion now: not while a payment is open or the application is being sent.
 */
export const draftMayBeDeleted = ({ status, running }: Pick<DraftView, 'status' | 'running'>): boolean =>
  !running && processMachine.states[status]?.ownEvents.includes('draft.deleted') === true;

/** A draft as in the newest lists; null if it is no longer a draft. */
export const draftNow = ({ drafts }: Pick<PersonalArea, 'drafts'>, id: string): DraftView | null =>
  drafts.find((draft) => draft.id === id) ?? null;

/**
 * Returns why a draft could not be deleted, derived from the current lists, and where these have no such draft any more
 * from the refusal: they are one page of those that are sent.
 */
export const refusalOf = (
  lists: PersonalArea,
  { id, serviceName }: DraftView,
  refused: Problem | null,
): Refusal => ({
  service: serviceName,
  why: reasonOf(lists, id, refused),
});

function reasonOf(lists: PersonalArea, id: string, refused: Problem | null): Refusal['why'] {
  const now = draftNow(lists, id);
  if (!now) {
    const isSent = refused?.processStatus === 'SUBMITTED' || lists.sent.some((sent) => sent.id === id);
    return isSent ? 'sent' : 'gone';
  }
  if (now.running) return 'sending';
  if (now.status === 'PAYMENT_PENDING') return 'paymentOpen';
  return now.status === 'SUBMIT_FAILURE' ? 'unfinished' : 'changed';
}
