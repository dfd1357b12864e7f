import type { AuthorityView } from './authority.ts';
import type { DocumentKind } from './document-kind.ts';
import type { Locale } from './locale.ts';
import type { StandingView } from './process.ts';
import type { ExternalIdType, SentStatus } from './sent-status.ts';
import type { RaisedLevel, TrustLevel } from './trust-level.ts';

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
