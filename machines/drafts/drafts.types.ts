import type { Locale } from '#domain/locale.ts';
import type { DraftView, PersonalArea } from '#domain/personal-area.ts';

import type { Problem } from '../kit/problem.ts';

/**
 * Why a draft is not deleted: it is on its way or its payment is open, the authority may have it although it could
 * not be completed, it has been sent meanwhile, is gone already, or has become another than the list said.
 */
export type Refusal = {
  service: string;
  why: 'sending' | 'paymentOpen' | 'unfinished' | 'sent' | 'gone' | 'changed';
};

export type DraftsInput = { locale: Locale };
export type DraftsContext = PersonalArea & {
  locale: Locale;
  /** The draft that is to be deleted. */
  chosen: DraftView | null;
  /** The second consent is given: the draft may go although money is on record. */
  agreed: boolean;
  /** The deletion was asked for without the second consent. */
  agreementIsMissed: boolean;
  /** Name of the service whose draft was deleted last, for the message. */
  deleted: string | null;
  /** How often the lists were asked for again by themselves. */
  refreshes: number;
  /** Why the lists could not be had. */
  problem: Problem | null;
  /** Why the draft could not be deleted; stays until the next attempt. */
  deletionProblem: Problem | null;
  /** Why the service has refused to delete the draft; stays until the next attempt. */
  refusal: Refusal | null;
};

export type DraftsEvent =
  | { type: 'draft.deleteRequested'; draft: DraftView }
  | { type: 'deletion.confirmed' }
  /** The tick of the second consent. */
  | { type: 'consent.changed'; agreed: boolean }
  | { type: 'deletion.cancelled' }
  /** Asked for by the person. */
  | { type: 'list.refreshRequested' }
  | { type: 'locale.changed'; locale: Locale };
