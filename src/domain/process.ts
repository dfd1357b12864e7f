import type { MetadataView } from '#contract/shapes.ts';
import type { DocumentKind } from './document-kind.ts';
import type { HandoverOrigin } from './handover.ts';
import type { Locale } from './locale.ts';
import type { LoginMode } from './login.ts';
import type { PaymentView } from './payment.ts';
import type { NextStep, NoticeChoice, ProcessStatus } from './process-status.ts';
import type { ExternalIdType } from './sent-status.ts';
import type { StepOutcome, SubmissionState, SubmissionStep } from './submission-step.ts';

/** Facts that the status depends on; browser and server pass them to the process workflow. Money is in cents. */
export type ProcessFacts = {
  mode: LoginMode;
  /** Fee of the metadata or of the form as last computed; 0 when free. */
  feeCents: number;
  /** Money that pays the fee: either 0 or the fee at the time of its settlement. */
  paidCents: number;
  /** Money that arrived and does not pay the fee: an operator returns it. */
  refundDueCents: number;
  /** The form allows an electronic notice; it is offered only to a person who also has a postbox. */
  noticeAllowed: boolean;
  notice: NoticeChoice | null;
  /** The process belongs to a logged-in person. */
  hasUser: boolean;
  /** The person's account has a postbox, as of the last login. False without an account. */
  hasPostbox: boolean;
  /** The person authenticated after the data was completed. */
  loginConfirmed: boolean;
  /** The account's data differs from that of the form, and the person has not decided which counts. */
  conflictOpen: boolean;
  /** A submission is in progress. */
  running: boolean;
  /** The result has been acknowledged: the process is off the drafts list. */
  acknowledged: boolean;
};

/** Answer of the server for a process of which only the stage is shown. */
export type ProgressView = {
  status: ProcessStatus;
  nextStep: NextStep;
  running: boolean;
};

/** The current step, or an end; and the finished steps with their outcomes. */
export type SubmissionView = {
  step: SubmissionState;
  finished: readonly { step: SubmissionStep; outcome: StepOutcome }[];
  ticketNumber: string;
  /** Times of automatic retries for a postponed step; null while none is postponed. */
  retry: { nextTryAt: string | null; tryUntil: string } | null;
};

export type ResultView = {
  ticketNumber: string;
  submittedAt: string;
  paymentAmount: number | null;
  /** Outcome of the message to the postbox. */
  postbox: StepOutcome;
  postboxProvider: string | null;
  externalIdType: ExternalIdType;
  externalId: string;
  downloadsUntil: string;
  /** Language of the documents: the one the application was confirmed in. */
  documentsLang: Locale;
  documents: readonly { kind: DocumentKind; size: number }[];
};

/** A process as its owner sees it; the server's answer has this shape. */
export type ProcessView = {
  id: string;
  version: number;
  status: ProcessStatus;
  facts: ProcessFacts;
  metadata: MetadataView;
  area: { key: string; name: string };
  locale: Locale;
  availableUntil: string;
  page: string | null;
  payment: PaymentView | null;
  submission: SubmissionView | null;
  result: ResultView | null;
  /** The portal that the person came from; absent for what began here. */
  origin?: HandoverOrigin | undefined;
};
