import type { Erasure, KeptOfPerson } from '#contract/person.ts';
import type { Locale } from '#domain/locale.ts';
import type { Problem } from '../kit/problem.ts';

export type OwnDataInput = {
  locale: Locale;
  /** The sent application that is to be removed; null for the page of everything. */
  application: string | null;
  now: () => number;
};

export type OwnDataContext = OwnDataInput & {
  /** Everything that the portal keeps of the person, in numbers; null before it is loaded. */
  kept: KeptOfPerson | null;
  /** End of the time in which the login is recent enough, by this device's clock; null when it is not. */
  recentUntil: number | null;
  /** The person knows that a deletion cannot be undone. */
  understood: boolean;
  /** The person gives up the money on record together with the drafts that it was paid for. */
  paidAgreed: boolean;
  /** The deletion was confirmed without the first consent. */
  consentIsMissed: boolean;
  /** The application that was removed last. */
  removed: KeptOfPerson['chosen'];
  /** Everything that was deleted, and what has stayed; null before a deletion. */
  erasure: Erasure | null;
  /** The problem for which something could not be loaded, removed or deleted. */
  problem: Problem | null;
};

export type OwnDataEvent =
  | { type: 'list.refreshRequested' }
  | { type: 'removal.confirmed' }
  | { type: 'erasure.requested' }
  /** The checkbox of the first consent has changed. */
  | { type: 'consent.changed'; agreed: boolean }
  /** The checkbox about the money on record has changed. */
  | { type: 'paidConsent.changed'; agreed: boolean }
  | { type: 'erasure.confirmed' }
  | { type: 'erasure.dismissed' }
  | { type: 'locale.changed'; locale: Locale };
