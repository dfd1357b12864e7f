import type { DocumentKind } from '#domain/document-kind.ts';
import type { FeeFigures, FeeType } from '#domain/fee.ts';
import type { Locale } from '#domain/locale.ts';
import type { LoginMode, ProviderId } from '#domain/login.ts';
import type { PaymentState } from '#domain/payment-state.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { ExternalIdType } from '#domain/sent-status.ts';
import type { StepOutcome, SubmissionState, SubmissionStep } from '#domain/submission-step.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { FormReport, FormRules } from '../form/form.types.ts';
import type { Problem } from '../kit/problem.ts';
import type { LoginOutcome } from '../login/login.types.ts';
import type { ProcessContext } from '../process/process.types.ts';
import type { Account, Viewer } from '../session/session.types.ts';

export type AuthorityView = {
  name: string;
  contactPerson?: string | undefined;
  street?: string | undefined;
  streetNumber?: string | undefined;
  postbox?: string | undefined;
  postalCode: string;
  city: string;
  phoneNumber?: string | undefined;
  fax?: string | undefined;
  email?: string | undefined;
  website?: string | undefined;
  openingHours?: string | undefined;
};

/** What is offered: the metadata of a form as far as the screens show it. Money in cents. */
export type OfferView = {
  metadataId: string;
  /** Language of the texts. */
  lang: Locale;
  leiKaId: string;
  title: string;
  description: string;
  authority: AuthorityView;
  feeType: FeeType;
  feeAmount: number | null;
  feeFigures?: FeeFigures | undefined;
  feeBasis?: string | undefined;
  feePurpose: string;
  mode: LoginMode;
  trustLevel: TrustLevel;
  idpIds: readonly ProviderId[];
  forceWelcomePage: boolean;
  allowElectronicNoticeDelivery: boolean;
  draftRetentionDays: number;
  downloadRetentionDays: number;
  durationMinutes: number;
  needed: readonly string[];
  afterwards: string;
};

export type PaymentView = {
  state: PaymentState;
  amountCents: number;
  method: string | null;
  reference: string | null;
  redirectUrl: string | null;
};

/** The step under way, or an end; and the steps that have ended, and how. */
export type SubmissionView = {
  step: SubmissionState;
  finished: readonly { step: SubmissionStep; outcome: StepOutcome }[];
  ticketNumber: string;
  /** A step cannot be done now and is tried again by itself; null while none is put off. */
  retry: { nextTryAt: string | null; tryUntil: string } | null;
};

export type ResultView = {
  ticketNumber: string;
  submittedAt: string;
  paymentAmount: number | null;
  /** What became of the message to the mailbox. */
  mailbox: StepOutcome;
  mailboxProvider: string | null;
  externalIdType: ExternalIdType;
  externalId: string;
  downloadsUntil: string;
  /** Language of the documents: the one that was confirmed in. */
  documentsLang: Locale;
  documents: readonly { kind: DocumentKind; size: number }[];
};

/** A process as its owner sees it; what the service answers has this shape. */
export type ProcessView = {
  id: string;
  version: number;
  status: ProcessStatus;
  facts: ProcessContext;
  metadata: OfferView;
  area: { key: string; name: string };
  locale: Locale;
  availableUntil: string;
  page: string | null;
  payment: PaymentView | null;
  submission: SubmissionView | null;
  result: ResultView | null;
};

export type SummaryRowView = {
  path: string;
  label: string;
  value: string;
  kind: 'text' | 'boolean' | 'file' | 'heading';
  level: number;
};

/** What is stored, as the person confirms it; `hash` is what is confirmed. */
export type SummaryView = {
  /** Language of the texts. */
  lang: Locale;
  version: number;
  hash: string;
  pages: readonly { key: string; title: string; rows: readonly SummaryRowView[] }[];
  errors: readonly { path: string; page: string; label: string; rule: string }[];
  feeCents: number | null;
  /** The process at that moment: money may have come in since it was last seen. */
  facts: ProcessContext;
};

/** A service at a place. */
export type Beginning = { leiKaId: string; area: string };

/** An application begins with a service at a place, or with a process that exists. */
export type ApplicationStart = ({ kind: 'service' } & Beginning) | { kind: 'process'; processId: string };

/** A page of the form, and whether it is only changed from the summary. */
export type FormPlace = { page: string; returnsToSummary: boolean };

/**
 * A place of the application in the history of the browser, as its address names it: a page of the form by its
 * key, the same page while it is changed from the summary, or another step.
 */
export type Step =
  | `page.${string}`
  | `change.${string}`
  | 'welcome'
  | 'summary'
  | 'notice'
  | 'login'
  | 'payment'
  | 'submission'
  | 'result';

export type ApplicationInput = {
  start: ApplicationStart;
  /** The step that the address names; it is shown where the workflow allows it. */
  step?: Step | null;
  /** What the application was begun with, when it was without an account; as the history of the window knows it. */
  begun?: Beginning | null;
  locale: Locale;
  viewer: Viewer;
  /** Null unless the viewer has an account. */
  account: Account | null;
  /** Outcome of the login that this page load comes back from. */
  loginOutcome: LoginOutcome | null;
  rules: FormRules;
};

export type ApplicationContext = Omit<ApplicationInput, 'step' | 'begun'> & {
  begun: Beginning | null;
  offer: OfferView | null;
  areaName: string;
  /** The newest open process for the same form, offered to be continued. */
  draft: ProcessView | null;
  process: ProcessView | null;
  summary: SummaryView | null;
  problem: Problem | null;
  /** The summary was confirmed in this window: what follows it needs no further button. */
  sendsWhenReady: boolean;
  windowIsBlocked: boolean;
  /** What is marked of the notice and not sent yet; null while nothing was touched. */
  noticeMark: boolean | null;
  /** The step that the address names, until it is decided what is shown. */
  wantedStep: Step | null;
  /** Page of the form to open when going back into it. */
  wantedPage: FormPlace | null;
  /** The page of the form that is on the screen, or was last. */
  formPlace: FormPlace | null;
  /** Page that was just changed from the summary, to be found again there. */
  changedPage: string | null;
  /** "Change the data" was asked for after the data was completed: it must be saved to count as editing. */
  reopens: boolean;
};

export type ApplicationEvent =
  /** Start without an account. */
  | { type: 'anonymous.chosen' }
  /** Start with the account that is logged in. */
  | { type: 'account.chosen' }
  | { type: 'draft.continued' }
  | { type: 'viewer.changed'; viewer: Viewer; account: Account | null }
  /** The person has ended the anonymous session, here or in another window. */
  | { type: 'session.erased' }
  | { type: 'locale.changed'; locale: Locale }
  | { type: 'welcome.read' }
  | { type: 'summary.confirmed' }
  /** The address names another step: Back and Forward of the browser. */
  | { type: 'step.requested'; step: Step }
  /** Enough looked at what was confirmed: on to the step that is due. */
  | { type: 'review.ended' }
  /** "Change the data", optionally on one page. */
  | { type: 'data.changeRequested'; page?: string }
  /** One of the ways of the notice is marked; nothing is sent by that. */
  | { type: 'notice.marked'; accepted: boolean }
  | { type: 'notice.chosen'; accepted: boolean }
  | { type: 'payment.requested'; restart?: boolean }
  /** The browser refused to open the provider's window. */
  | { type: 'window.blocked' }
  /** The person came back to this window, or the return page reported. */
  | { type: 'payment.returned' }
  | { type: 'submission.requested' }
  | { type: 'result.acknowledged' }
  | { type: 'retry.requested' }
  | { type: 'network.restored' }
  | FormReport;
