import type { ColumnType, Generated } from 'kysely';
import type { Device } from '#domain/device.ts';
import type { HandedDataState, HandoverDirection, HandoverStatus } from '#domain/handover.ts';
import type { Mover } from '#domain/journal.ts';
import type { Locale } from '#domain/locale.ts';
import type { LoginProviderId, ProviderId, ProviderType } from '#domain/login.ts';
import type { AttemptState } from '#domain/payment.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { KeptStatement } from '#domain/statement.ts';
import type { StatusMachine } from '#domain/status-machine.ts';
import type { StepOutcome, SubmissionState, SubmissionStep } from '#domain/submission-step.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { UserDataField } from '#domain/user-data.ts';
import type { Decision } from '#forms/account.ts';
import type { FormData } from '#forms/types.ts';
import type { PaymentContext } from '#machines/payment/payment.types.ts';
import type { ProcessContext, ProcessState } from '#machines/process/process.types.ts';
import type {
  SentApplicationContext,
  SentApplicationStatus,
} from '#machines/sentApplication/sentApplication.types.ts';
import type { SubmissionContext } from '#machines/submission/submission.types.ts';
import type {
  AttachmentHashes,
  DeliveryEvent,
  KeptAnnouncement,
  KeptPostboxAnnouncement,
  KeptSeal,
} from '#server/ports/delivery.ts';
import type { AccountSession } from '#server/ports/identity.ts';
import type { FileKind } from './file-kinds.ts';

type Time = ColumnType<Date, Date, Date>;
/** JSON in the database: objects come out, text goes in. */
type Json<T> = ColumnType<T, string | null, string | null>;

/** The same where a row need not say anything about it. */
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** A browser's session. The cookie holds a random token; only its hash is stored. */
export type SessionTable = {
  id: string;
  tokenHash: string;
  userId: string | null;
  identity: Json<SessionIdentity>;
  /** The earliest moment, by our clock, at which the person can have logged in at the provider. */
  authenticatedAt: Time | null;
  createdAt: Time;
  fetchedAt: Time;
  expiresAt: Time;
  sessionExpiresAt: Time;
  /** Where it was opened; null without an account, and for one of an earlier version. */
  device: Json<Device> | null;
  /** Ended by the person from another device; what is left tells that to the browser. */
  endedAt: Time | null;
};
export type SessionIdentity = {
  providerId: ProviderId;
  providerType: ProviderType;
  trustLevel: TrustLevel;
  name: string;
  /** The company of a business account, for which the person acts. */
  company?: string;
  providerData: Record<string, string>;
  userData: Record<string, string>;
  postboxHandle: string | null;
  /**
   * What this login could say about a person and was not asked for. Absent in a session of an earlier version, of which
   * nobody knows.
   */
  notAsked?: readonly UserDataField[];
};

/**
 * A session at a provider that a session here was opened with, or continued by: what it takes to end it there. Apart from
 * the session, so that no view of that can show it.
 */
export type AccountSessionTable = {
  id: Generated<string>;
  sessionId: string;
  providerId: LoginProviderId;
  account: Json<AccountSession>;
  /** The person's name in it, by which the account demands its end; null where it does not do that. */
  name: string | null;
  sessionIndex: string | null;
};

/** A login, as it vouches for data: who says so, how surely the person was identified, and when (ISO 8601). */
type Voucher = { providerId: LoginProviderId; trustLevel: TrustLevel; at: string };
/** The account's values that the form asks for, by the names of spec section 3. */
export type KeptAccount = Voucher & {
  values: Record<string, string>;
  /** Whose login it was, of several who may act for a company; absent for everybody else. */
  person?: string;
  /** Names of values that the form asks for, and that this login was not asked about. */
  notAsked?: string[];
};
/** Keys of the fields whose confirmed value is the account's, and of those about which the account was not asked. */
export type ProvenValues = Voucher & { fields: string[]; notAsked?: string[] };

/**
 * The login that was made to confirm an application: a fact of its own, whatever the session proves that it was made in
 * (docs/decisions/0052-login-that-confirms.md).
 */
export type ConfirmingLogin = Voucher & {
  userId: string;
  /** The person, and the company that they acted for. */
  name: string;
  company?: string;
  /** Keys of the fields that may be corrected after it without another login: those that a data conflict named. */
  correctable: string[];
};

/** A person at a provider: the owner of drafts and sent applications. */
export type UserTable = { id: string; providerId: LoginProviderId; subject: string; createdAt: Time };

/** Short-lived facts of logins under way: request ids, where to return to, one-time tickets. */
export type LoginStateTable = { key: string; value: string; expiresAt: Time };

/** `company` and `providerId` are missing from those that an earlier version stored. */
export type Applicant = {
  name: string;
  postboxHandle: string | null;
  company?: string;
  providerId?: ProviderId;
};

export type ProcessTable = {
  id: string;
  version: number;
  /** `deleted` is written only to be erased in the same transaction, so it is never read. */
  status: ColumnType<ProcessStatus, ProcessState, ProcessState>;
  context: Json<ProcessContext>;
  statusChanged: Time;
  createdAt: Time;
  updatedAt: Time;
  availableUntil: Time;
  metadataId: string;
  areaKey: string;
  /** Unit at the authority that processes the data; null where nobody has named one. */
  responsibleDataProcessingUnitId: ColumnType<string | null, string | null | undefined, string | null>;
  /** The language the person last used: the next page they return to is in it. */
  locale: Locale;
  sessionId: string | null;
  userId: string | null;
  data: Json<FormData>;
  page: string | null;
  /** Hex SHA-256 of the data that the person confirmed. */
  confirmedHash: string | null;
  /** Hex SHA-256 of the form in which it was confirmed; null for a form server's, and where an earlier version did not keep it. */
  confirmedForm: ColumnType<string | null, string | null | undefined, string | null>;
  confirmedAt: Time | null;
  /** The language in which the summary was confirmed: that of the documents. */
  confirmedLocale: Locale | null;
  /** What the person has stated with it; null while nothing is confirmed, and where an earlier version did not keep it. */
  statements: OptionalJson<KeptStatement[]>;
  /** Who acted last before it was sent: the person, the company they act for; the postbox as of the last login. */
  applicant: Json<Applicant | null>;
  /**
   * Level of the login that last acted on it before it was sent: what it needs from then on. Null without an account, and
   * where it was sent before this was stored.
   */
  madeAtLevel: TrustLevel | null;
  /** What the owner's last login said about what the form asks for; null without an account. */
  account: OptionalJson<KeptAccount>;
  /** What the person decided about differences between the account and the form. */
  decisions: OptionalJson<Decision[]>;
  /** Which confirmed values are those of the account, as of the last login; null while nothing is confirmed. */
  proven: OptionalJson<ProvenValues>;
  /** Null before the login that the mode demands, and once it does not count any more. */
  confirmingLogin: OptionalJson<ConfirmingLogin>;
  /** Whether its steps are counted: not for a person who did not want to be tracked when it was started. */
  counted: ColumnType<boolean, boolean, never>;
};

/** The case that is open at the form server for an application (docs/partners-forms.md): one at a time. */
export type FormCaseTable = {
  processId: string;
  caseId: string;
  /** The session that opened it: its frame is that session's. */
  sessionId: string;
  /** SHA-256 of the token that opens its frame, in hex: none is handed out twice. */
  tokenHash: string;
  openedAt: Time;
};

/** The window that edits an application, as long as it reports (docs/decisions/0030-one-window-edits.md). */
export type EditingTable = {
  processId: string;
  windowId: string;
  /** Session of that window: the same one is the same browser. */
  sessionId: string;
  since: Time;
  /** From then on it counts as gone. */
  until: Time;
  /** The window that wants to edit next, its session, and since when it waits. */
  wantedBy: string | null;
  wantedSession: string | null;
  wantedAt: Time | null;
  /** When another window began to edit or to want to, by the database's clock. */
  changedAt: ColumnType<Date, Date | undefined, Date>;
};

/** One attempt to pay. */
export type PaymentTable = {
  id: string;
  processId: string;
  attempt: number;
  state: AttemptState;
  context: Json<PaymentContext>;
  amountCents: number;
  endPointId: string;
  transactionId: string | null;
  reference: string | null;
  redirectUrl: string | null;
  method: string | null;
  checkoutSign: string | null;
  createdAt: Time;
  changedAt: Time;
  checks: number;
};

export type SubmissionTable = {
  processId: string;
  messageId: string;
  ticketNumber: string;
  /** State of the submission machine: the step under way, or an end. */
  state: SubmissionState;
  context: Json<SubmissionContext>;
  leaseOwner: string | null;
  leaseUntil: Time | null;
  /** Ids of the delivery service. */
  announcement: Json<KeptAnnouncement | null>;
  /** What was sealed, without the attachments (files of kind sealed). */
  sealed: Json<KeptSeal | null>;
  postbox: Json<KeptPostboxAnnouncement | null>;
  postboxSentAt: Time | null;
  hashes: Json<AttachmentHashes | null>;
  submittedAt: Time | null;
  downloadsUntil: Time | null;
  /** State of the sentApplication machine. */
  sentState: SentApplicationStatus;
  sentContext: Json<SentApplicationContext>;
  events: Json<DeliveryEvent[]>;
  statusCheckedAt: Time | null;
  statusChecks: number;
  lastError: string | null;
};

export type SubmissionStepTable = {
  processId: string;
  step: SubmissionStep;
  /** How it ended, according to the submission machine. */
  outcome: StepOutcome;
  finishedAt: Time;
};

export type FileTable = {
  id: string;
  processId: string;
  kind: FileKind;
  fieldPath: string | null;
  name: string;
  mimeType: string;
  size: number;
  sha512: string;
  createdAt: Time;
  /** When the scanner found an upload clean; null for one accepted without a scanner. */
  checkedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
};
/** Bytes of a file in pieces, so that memory never holds a whole file. */
export type FileChunkTable = { fileId: string; position: number; bytes: Uint8Array };

/** Money that an operator must return: it pays no fee, or its process was deleted. Outlives the process. */
export type RefundTable = {
  paymentId: string;
  processId: string;
  transactionId: string;
  reference: string | null;
  endPointId: string;
  amountCents: number;
  notedAt: Time;
};

/** What is left of a person's expired draft, so that its owner can be notified. */
export type ExpiredDraftTable = {
  id: string;
  userId: string;
  metadataId: string;
  areaKey: string;
  expiredAt: Time;
};

/**
 * One person with one service, sent from one portal to another (docs/partners-shared-services.md). Of the person it holds
 * what was handed over, until the application is started.
 */
export type HandoverTable = {
  id: string;
  direction: HandoverDirection;
  /** Id of the other portal. */
  partner: string;
  /** The sender's name for it. */
  reference: string;
  /** Number of the message that it came with. */
  jti: string | null;
  /** Hash of the code that the person arrives with, once. */
  codeHash: string | null;
  /** Hash of the secret of the browser that it belongs to. */
  browserHash: string | null;
  leiKaId: string;
  areaKey: string;
  locale: Locale;
  /** Where the person goes back to; null for what was sent. */
  returnUrl: string | null;
  data: Json<HandedData | null>;
  dataState: HandedDataState;
  /** Where the person goes with what was sent, until they have gone there. */
  forward: string | null;
  /** When the person went there; null where `forward` is null and that was before it was noted. */
  leftAt: Time | null;
  processId: string | null;
  /** Whose it is, of what was sent with a login. */
  userId: string | null;
  /** Level of that login: what it needs to be listed. */
  madeAtLevel: TrustLevel | null;
  /** `ENDED` for what came and was left; of what was sent, what the other portal has told. */
  status: HandoverStatus | null;
  ticketNumber: string | null;
  submittedAt: Time | null;
  toldAt: Time | null;
  /** When the other portal is asked again; null when there is nothing more to ask. */
  nextAskAt: Time | null;
  asks: number;
  createdAt: Time;
  codeUntil: Time;
  /** Null while the application that it was started for exists. */
  expiresAt: Time | null;
};
/** Values by the keys of our form, and by the names of an account. */
export type HandedData = { form?: FormData; person?: Record<string, string> };

/** One move of a status machine, or an event that it refused (docs/decisions/0040-journal.md). */
export type JournalTable = {
  /** In the order in which they happened. */
  id: Generated<string>;
  processId: string;
  machine: StatusMachine;
  /** Number of the attempt to pay; null for every other machine. */
  attempt: number | null;
  /** Null for the start of the machine. */
  event: string | null;
  stateBefore: string | null;
  /** Null when the event was refused. */
  stateAfter: string | null;
  rule: string | null;
  mover: Mover;
  at: Time;
  lastAt: Time;
  refused: boolean;
  times: number;
};

/** How often status machines moved on a day; contains nothing about a person (docs/operations.md). */
export type JournalTotalTable = {
  /** The day in Germany, YYYY-MM-DD. */
  day: string;
  machine: StatusMachine;
  /** Empty for the start of the machine, and with `stateAfter` for a draft whose time was over. */
  event: string;
  stateBefore: string;
  stateAfter: string;
  rule: string;
  mover: Mover;
  count: number;
  /** How many of them left a state of which is known since when it was, and the seconds in all. */
  stays: number;
  seconds: number;
};

export type CountKind = 'page' | 'nothingFound' | 'step';

/** How often something happened on a day; contains nothing about a person (docs/operations.md). */
export type DailyCountTable = {
  /** The day in Germany, YYYY-MM-DD. */
  day: string;
  kind: CountKind;
  /** Screen, query, or form. */
  subject: string;
  /** Id of what the screen shows, or status of the application; empty where there is none. */
  detail: string;
  count: number;
};

export type Tables = {
  expiredDraft: ExpiredDraftTable;
  dailyCount: DailyCountTable;
  journal: JournalTable;
  journalTotal: JournalTotalTable;
  refund: RefundTable;
  session: SessionTable;
  accountSession: AccountSessionTable;
  appUser: UserTable;
  loginState: LoginStateTable;
  process: ProcessTable;
  editing: EditingTable;
  formCase: FormCaseTable;
  payment: PaymentTable;
  submission: SubmissionTable;
  submissionStep: SubmissionStepTable;
  file: FileTable;
  fileChunk: FileChunkTable;
  handover: HandoverTable;
};
