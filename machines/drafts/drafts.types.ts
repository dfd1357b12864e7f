import type { DocumentKind } from '#domain/document-kind.ts';
import type { Locale } from '#domain/locale.ts';
import type { ExternalIdType, SentStatus } from '#domain/sent-status.ts';
import type { RaisedLevel, TrustLevel } from '#domain/trust-level.ts';
import type { AuthorityView } from '../application/application.types.ts';
import type { Problem } from '../kit/problem.ts';
import type { StandingView } from '../process/process.standing.ts';

/** A draft of the personal area (spec section 3) and what is due for it. Times are ISO 8601, money in cents. */
export type DraftView = StandingView & {
  id: string;
  statusChanged: string;
  lastUpdated: string;
  availableUntil: string;
  trustLevel: TrustLevel;
  leiKaId: string;
  serviceName: string;
  authorityName: string;
  areaName: string;
  /** It cannot be sent now and is tried again by itself until then; null while that is not so. */
  tryUntil: string | null;
  /** What is to be paid before it can be sent. */
  feeDueCents: number;
  /** Money on record for it: deleting needs a second consent. */
  paidCents: number;
  /** Money that pays nothing and is noted to be returned. */
  refundDueCents: number;
};

/** A sent application (spec section 3, submission status entry). Times are ISO 8601. */
export type SentView = {
  id: string;
  status: SentStatus;
  externalIdType: ExternalIdType;
  externalId: string;
  messageId: string;
  ticketNumber: string;
  name: string;
  authority: AuthorityView;
  submissionDate: string;
  /** When the status was read last; null until it was read for the first time. */
  statusChecked: string | null;
  downloadsUntil: string;
  /** Language of the documents: the one that was confirmed in. */
  documentsLang: Locale;
  /** Level that the form asks for, and whether this login is below it: what is in it stays closed then. */
  trustLevel: TrustLevel;
  closed: boolean;
  /** What can be downloaded, sizes in bytes; empty once the time is over, or while it is closed. */
  documents: readonly { kind: DocumentKind; size: number }[];
};

export type PersonalArea = {
  drafts: readonly DraftView[];
  sent: readonly SentView[];
  /** How many drafts this login does not open, by the trust level that does. */
  closed: Readonly<Record<RaisedLevel, number>>;
};

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
