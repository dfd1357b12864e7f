import type { AuthorityView } from '#contract/shapes.ts';
import type { DocumentKind } from './document-kind.ts';
import type { HandedOverView } from './handover.ts';
import type { Locale } from './locale.ts';
import type { ProgressView } from './process.ts';
import type { ExternalIdType, SentStatus } from './sent-status.ts';
import type { RaisedLevel, TrustLevel } from './trust-level.ts';

/** A draft in the personal area (spec section 3), with its next step. Times are ISO 8601, money in cents. */
export type DraftView = ProgressView & {
  id: string;
  statusChanged: string;
  lastUpdated: string;
  availableUntil: string;
  trustLevel: TrustLevel;
  leiKaId: string;
  serviceName: string;
  authorityName: string;
  areaName: string;
  /** End of automatic retries, if it cannot be sent now; otherwise null. */
  tryUntil: string | null;
  /** The step of the form that it continues at, counted from 1 with the summary as the last; null where that is unknown. */
  step: { at: number; of: number } | null;
  /** Amount due before it can be sent. */
  feeDueCents: number;
  /** Money on record for it: deleting needs a second consent. */
  paidCents: number;
  /** Money that pays nothing, marked to be returned. */
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
  /** Time of the last reading of the status; null before the first. */
  statusChecked: string | null;
  downloadsUntil: string;
  /** Language of the documents: the one the application was confirmed in. */
  documentsLang: Locale;
  /** Documents to download, sizes in bytes; empty once the retention has ended. */
  documents: readonly { kind: DocumentKind; size: number }[];
};

export type CountByLevel = Readonly<Record<RaisedLevel, number>>;

export type PersonalArea = {
  drafts: readonly DraftView[];
  sent: readonly SentView[];
  /** Number of further entries that a login at a higher trust level would show, by that level. */
  closed: { drafts: CountByLevel; sent: CountByLevel };
  /** Applications at other portals, as far as these report them; absent before the lists are loaded. */
  handedOver?: readonly HandedOverView[];
};
