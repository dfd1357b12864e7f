import type { AuthorityView, DocumentKind } from '../application/application.types.ts';
import type { Problem } from '../portal/problem.ts';
import type { ProcessStatus } from '../process/process.types.ts';

type Locale = 'de' | 'en';

/** A draft of the personal area (spec section 3). Times are ISO 8601. */
export type DraftView = {
  id: string;
  status: ProcessStatus;
  statusChanged: string;
  lastUpdated: string;
  availableUntil: string;
  trustLevel: 'low' | 'substantial' | 'high';
  leiKaId: string;
  serviceName: string;
  authorityName: string;
  areaName: string;
  /** Money is on record: deleting needs a second consent. */
  paid: boolean;
};

/** A sent application (spec section 3, submission status entry). Times are ISO 8601. */
export type SentView = {
  id: string;
  status: 'SUBMITTED' | 'SUCCESSFULLY_SUBMITTED' | 'PROCESSING_ERROR' | 'UNKNOWN';
  externalIdType: 'OSCI' | 'FIT_CONNECT' | 'UNKNOWN';
  externalId: string;
  messageId: string;
  ticketNumber: string;
  name: string;
  authority: AuthorityView;
  submissionDate: string;
  /** When the status was read last; null until it was read for the first time. */
  statusChecked: string | null;
  downloadsUntil: string;
  /** What can be downloaded, sizes in bytes; empty once the time is over. */
  documents: readonly { kind: DocumentKind; size: number }[];
};

export type PersonalArea = {
  drafts: readonly DraftView[];
  sent: readonly SentView[];
  /** How many drafts this login does not open, by the trust level that does. */
  closed: Readonly<Record<'substantial' | 'high', number>>;
};

export type DraftsInput = { locale: Locale };
export type DraftsContext = PersonalArea & {
  locale: Locale;
  /** The draft that is to be deleted. */
  chosen: DraftView | null;
  /** Name of the service whose draft was deleted last, for the message. */
  deleted: string | null;
  /** How often the lists were asked for again by themselves. */
  refreshes: number;
  /** Why the lists could not be had. */
  problem: Problem | null;
  /** Why the draft could not be deleted; stays until the next attempt. */
  deletionProblem: Problem | null;
};

export type DraftsEvent =
  | { type: 'draft.deleteRequested'; draft: DraftView }
  | { type: 'deletion.confirmed' }
  | { type: 'deletion.cancelled' }
  /** Asked for by the person. */
  | { type: 'list.refreshRequested' }
  | { type: 'locale.changed'; locale: Locale };
