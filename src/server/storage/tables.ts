import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { Device } from '#contract/auth.ts';
import type { FeedbackOccasion, FeedbackPassing, FoundAnswer, Stars } from '#domain/feedback.ts';
import type { GiveUpReason } from '#domain/give-up.ts';
import type { HandInState } from '#domain/hand-in.ts';
import type { HandedDataState, HandoverDirection, HandoverStatus } from '#domain/handover.ts';
import type { Mover } from '#domain/journal.ts';
import type { Locale, Localised } from '#domain/locale.ts';
import type { LoginProviderId, ProviderId, ProviderType } from '#domain/login.ts';
import type { MailKind, MailState } from '#domain/mail.ts';
import type { OperatorPerson } from '#domain/operator.ts';
import type { AttemptState } from '#domain/payment.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import type { KeptStatement } from '#domain/statement.ts';
import type { StatusMachine } from '#domain/status-machine.ts';
import type { StepOutcome, SubmissionState, SubmissionStep } from '#domain/submission-step.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { UserDataField } from '#domain/user-data.ts';
import type { Decision } from '#forms/account.ts';
import type { FormData } from '#forms/types.ts';
import type { HandInContext } from '#machines/handIn/handIn.types.ts';
import type { InterruptionContext } from '#machines/interruption/interruption.types.ts';
import type { MailContext } from '#machines/mail/mail.types.ts';
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
import type { TrailEntry } from '#server/trail/entries.ts';
import type { FileKind } from './file-kinds.ts';
import type { KeyedHash, SealedJson, SealedText, Stored } from './sealed.ts';

type Time = ColumnType<Date, Date, Date>;
/** JSON in the database: reads return objects, writes take text. */
type Json<T> = ColumnType<T, string | null, string | null>;

/** Sealed values: reads return what only the module of the table opens, writes take what it has sealed. */
type Sealed<T> = ColumnType<Stored<T>, SealedJson, SealedJson>;
type OptionalSealed<T> = ColumnType<Stored<T> | null, SealedJson | null | undefined, SealedJson | null>;
type SealedName = ColumnType<Stored<string>, SealedText, SealedText>;
type OptionalName = ColumnType<Stored<string> | null, SealedText | null | undefined, SealedText | null>;

type SealedBytes = ColumnType<Stored<Uint8Array>, Uint8Array, Uint8Array>;
/** Whether the bytes beside it are sealed; those of an earlier version are not. */
type IsSealed = ColumnType<boolean, true | undefined, true>;

/** A value that is only looked for. An earlier version has stored it as it is. */
type Hashed = ColumnType<string, KeyedHash, KeyedHash>;

/** A browser's session. The cookie holds a random token; only its hash is stored. */
export type SessionTable = {
  id: string;
  tokenHash: string;
  userId: string | null;
  /** Open where it is nobody's. */
  identity: Sealed<SessionIdentity>;
  /** The earliest moment, by our clock, at which the person can have logged in at the provider. */
  authenticatedAt: Time | null;
  createdAt: Time;
  fetchedAt: Time;
  expiresAt: Time;
  sessionExpiresAt: Time;
  /** Device on which the session was opened; null without an account, and for a session of an earlier version. */
  device: Sealed<Device> | null;
  /** Time at which the person ended it from another device; the rest of the row shows that to the browser. */
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
   * Data about a person that the provider has and this login did not ask for. Absent in a session of an earlier
   * version.
   */
  notAsked?: readonly UserDataField[];
};

/**
 * A session at a provider that has opened or continued a session here, with the data needed to end it there. It is
 * stored apart from the session, so that no view of the session can show it.
 */
export type AccountSessionTable = {
  id: Generated<string>;
  sessionId: string;
  providerId: LoginProviderId;
  account: Sealed<AccountSession>;
  /** The person's name in it, by which the account demands its end; null where the account does not do that. */
  name: Hashed | null;
  sessionIndex: Hashed | null;
};

/** A login that vouches for data: its provider, the level of identification, and its time (ISO 8601). */
type Voucher = { providerId: LoginProviderId; trustLevel: TrustLevel; at: string };
/** The account's values that the form asks for, by the names of spec section 3. */
export type KeptAccount = Voucher & {
  values: Record<string, string>;
  /** The person who logged in, of several who may act for a company; absent for everybody else. */
  person?: string;
  /** Names of values that the form needs and this login did not ask for. */
  notAsked?: string[];
};
/** Keys of the fields whose confirmed value is the account's, and of those that the account was not asked about. */
export type ProvenValues = Voucher & { fields: string[]; notAsked?: string[] };

/**
 * The login that was made to confirm an application. It is stored apart from the session in which it was made, which
 * may prove something else (docs/decisions/0052-login-that-confirms.md).
 */
export type ConfirmingLogin = Voucher & {
  userId: string;
  /** The person, and the company that they acted for. */
  name: string;
  company?: string;
  /** Keys of the fields that may be corrected after it without another login, because a data conflict named them. */
  correctable: string[];
};

/** A person at a provider: the owner of drafts and sent applications. */
export type UserTable = {
  id: string;
  providerId: LoginProviderId;
  subject: Hashed;
  createdAt: Time;
  /** The last login, or the last look that found something of the person here (use-cases/expire-people.ts). */
  neededAt: ColumnType<Date, Date | undefined, Date>;
};

/** Short-lived facts of logins under way: request ids, addresses to return to, one-time tickets. */
export type LoginStateTable = { key: string; value: SealedName; expiresAt: Time };

/** Values of an earlier version lack `company` and `providerId`. */
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
  /** Unit at the authority that processes the data; null where none was named. */
  responsibleDataProcessingUnitId: ColumnType<string | null, string | null | undefined, string | null>;
  /** The language the person last used: the next page they return to is in it. */
  locale: Locale;
  sessionId: string | null;
  userId: string | null;
  data: Sealed<FormData>;
  page: string | null;
  /**
   * The page of a window that made the present version by writing entries; null where something else made it, or a
   * client that names no window.
   */
  writtenBy: ColumnType<string | null, string | null | undefined, string | null>;
  /** Hex SHA-256 of the data that the person confirmed. */
  confirmedHash: OptionalName;
  /** Hex SHA-256 of the confirmed form; null for a form server's, and where an earlier version did not store it. */
  confirmedForm: ColumnType<string | null, string | null | undefined, string | null>;
  confirmedAt: Time | null;
  /** Language in which the summary was confirmed, which is the language of the documents. */
  confirmedLocale: Locale | null;
  /** Statements made with the confirmation; null without one, and where an earlier version did not store them. */
  statements: OptionalSealed<KeptStatement[]>;
  /** The last person who acted before submission, the company they act for, and the postbox as of the last login. */
  applicant: OptionalSealed<Applicant>;
  /**
   * Level of the login that last acted before submission; later access needs that level. Null without an account, and
   * for applications sent before this was stored.
   */
  madeAtLevel: TrustLevel | null;
  /** Values of the owner's last login that the form asks for; null without an account. */
  account: OptionalSealed<KeptAccount>;
  /** The person's decisions about differences between the account and the form. */
  decisions: OptionalSealed<Decision[]>;
  /** Confirmed values that are those of the account, as of the last login; null while nothing is confirmed. */
  proven: OptionalSealed<ProvenValues>;
  /** Null before the login that the mode demands, and once that login no longer counts. */
  confirmingLogin: OptionalSealed<ConfirmingLogin>;
  /** Whether the person wants e-mails about it, which they are asked once an address is known. */
  wantsMails: ColumnType<boolean, boolean | undefined, boolean>;
  /**
   * Address that the person has confirmed for e-mails about it; null before the confirmation, without an address, and
   * where the person wants none.
   */
  mailTo: OptionalName;
  /**
   * The offer that it was begun with or, once it is to be sent, that it is sent with (kept_offer); null where an earlier
   * version began it and the content no longer had its form.
   */
  offerId: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether its steps are counted; false for a person who did not want to be tracked at the start. */
  counted: ColumnType<boolean, boolean, never>;
};

/** An offer as it was: its form, authority and place, without anything about a person. */
export type KeptOfferTable = {
  /** Hex SHA-256 of the offer: the same one is stored once. */
  id: string;
  metadataId: string;
  offer: Json<unknown>;
  /** About the last time that an application was begun or sent with it. */
  usedAt: Time;
};

/** The open case of an application at the form server (docs/partners-forms.md): one at a time. */
export type FormCaseTable = {
  processId: string;
  caseId: string;
  /** The session that opened the case, and that alone may show its frame. */
  sessionId: string;
  /** SHA-256 of the token that opens its frame, in hex, so that no token is issued twice. */
  tokenHash: string;
  openedAt: Time;
};

/** The window that edits an application, as long as it reports (docs/decisions/0030-one-window-edits.md). */
export type EditingTable = {
  processId: string;
  windowId: string;
  /** Session of that window. Windows of one session are in one browser. */
  sessionId: string;
  since: Time;
  /** Time from which the window counts as gone. */
  until: Time;
  /** The next window that wants to edit, its session, and the time since when it waits. */
  wantedBy: string | null;
  wantedSession: string | null;
  wantedAt: Time | null;
  /** Time of the last change of the editing or the waiting window, by the database's clock. */
  changedAt: ColumnType<Date, Date | undefined, Date>;
};

/** One attempt to pay. */
export type PaymentTable = {
  id: string;
  processId: string;
  /**
   * The process as long as it exists, so that payments without one are found without asking about all others. Null also
   * where an earlier version stored the payment.
   */
  liveProcess: ColumnType<string | null, string | undefined, never>;
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
  /** End of the time for which the provider is asked about the attempt; each visit to its page begins it anew. */
  askedUntil: Time;
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
  /** The sealed package, without the attachments (files of kind sealed). */
  sealed: Json<KeptSeal | null>;
  postbox: Json<KeptPostboxAnnouncement | null>;
  postboxSentAt: Time | null;
  hashes: Json<AttachmentHashes | null>;
  submittedAt: Time | null;
  downloadsUntil: Time | null;
  /** End of its entry in the personal area; null before it is sent, and where an earlier version sent it. */
  listedUntil: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** State of the sentApplication machine. */
  sentState: SentApplicationStatus;
  sentContext: Json<SentApplicationContext>;
  events: Json<DeliveryEvent[]>;
  statusCheckedAt: Time | null;
  statusChecks: number;
  /** Time at which the authority's answer was read, until its person has seen it. */
  unseenSince: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The person whose news it is; null without an account, and where an earlier version has read it. */
  unseenBy: ColumnType<string | null, string | null | undefined, string | null>;
  lastError: string | null;
  /** Documents promised for later; null before the receipt is made, and for an application of an earlier version. */
  owed: OptionalSealed<KeptOwed>;
  /** Answers that the result repeats; null before the receipt is made, and for an application of an earlier version. */
  recalled: OptionalSealed<KeptRecalled>;
};

/** Answers that the result repeats in the words of the form as they were then, in each language. */
export type KeptRecalled = Record<Locale, { label: string; value: string }[]>;

/**
 * Documents that an application promises for later, by the data paths of their fields, with their labels as they were
 * then; `until` is the last day for them (YYYY-MM-DD), null where the content set none. The name of the row of a group
 * is what the person entered: it is '' without one, and once the data of the application is erased.
 */
export type KeptOwed = {
  documents: { path: string; label: Localised; row: string }[];
  until: string | null;
};

/** Documents that a person hands in after a sent application: one delivery that refers to the first. */
export type HandInTable = {
  id: string;
  processId: string;
  /** Number among the hand-ins of the application, from 1. */
  number: number;
  /** State of the handIn machine. */
  state: HandInState;
  context: Json<HandInContext>;
  documents: Sealed<HandedInDocument[]>;
  /** Ids of the delivery service; null before the announcement. */
  announcement: Json<KeptAnnouncement | null>;
  /** The sealed package without its attachments (files of kind handInSealed), and then its proof. */
  sealed: Json<KeptSeal | null>;
  /** The worker that holds it, and until when; null while nobody does. */
  leaseOwner: string | null;
  leaseUntil: Time | null;
  /** Language of the page on which it was handed in, which is that of its receipt. */
  locale: Locale;
  createdAt: Time;
  /** The moment the delivery service took it; null before that. */
  deliveredAt: Time | null;
  /** Whether it is delivered and its receipt is still to be written. */
  receiptDue: Generated<boolean>;
  /** File of the receipt; null before it is written, and once it is erased. */
  receiptId: string | null;
};

/**
 * An owed document that was handed in, named as in `KeptOwed`, with its files as they were delivered. The bytes of the
 * files are removed with the delivery; once the data of the application is erased, no file is named any more.
 */
export type HandedInDocument = KeptOwed['documents'][number] & {
  files: { id: string; name: string; size: number; mimeType: string; sha512: string }[];
};

export type SubmissionStepTable = {
  processId: string;
  step: SubmissionStep;
  /** Outcome of the step, according to the submission machine. */
  outcome: StepOutcome;
  finishedAt: Time;
};

export type FileTable = {
  id: string;
  processId: string;
  kind: FileKind;
  fieldPath: string | null;
  name: SealedName;
  mimeType: string;
  size: number;
  sha512: string;
  createdAt: Time;
  /** Time when the scanner found an upload clean; null for one accepted without a scanner. */
  checkedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The hand-in that the file belongs to; null before it is handed in, and for every other file. */
  handInId: ColumnType<string | null, string | null | undefined, string | null>;
};
/** Bytes of a file in pieces, so that memory never holds a whole file. */
export type FileChunkTable = { fileId: string; position: number; bytes: SealedBytes; sealed: IsSealed };

/** A picture in small, as a JPEG; it goes with its file. */
export type PreviewTable = { fileId: string; jpeg: SealedBytes; sealed: IsSealed };

/** An operator who has noted something, and what: a line without anything about the payer. Null stands for the token. */
type OperatorNote = { by: OperatorPerson | null; note: string };

/** Money that an operator must return: it pays no fee, or its process was deleted. Outlives the process. */
export type RefundTable = {
  paymentId: string;
  processId: string;
  transactionId: string;
  reference: string | null;
  endPointId: string;
  amountCents: number;
  notedAt: Time;
  /** The proposal to note it as returned, with its time (ISO 8601), where two operators are needed. */
  proposed: ColumnType<(OperatorNote & { at: string }) | null, string | null | undefined, string | null>;
  /** Time at which it was noted as returned; null while it is to be returned. */
  refundedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  refunded: ColumnType<OperatorNote | null, string | null | undefined, string | null>;
};

/** Rest of a person's expired draft, so that its owner can be notified. */
export type ExpiredDraftTable = {
  id: string;
  userId: string;
  metadataId: string;
  areaKey: string;
  expiredAt: Time;
};

/**
 * One person with one service, sent from one portal to another (docs/partners-shared-services.md). The row has the
 * person's handed-over data until the application is started.
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
  /** Address to which the person goes back; null for an outgoing hand-over. */
  returnUrl: SealedName | null;
  data: Sealed<HandedData> | null;
  dataState: HandedDataState;
  /** Address to which the person goes with an outgoing hand-over, until they have gone. */
  forward: SealedName | null;
  /** Time when the person went there; null where `forward` is null and an earlier version did not note it. */
  leftAt: Time | null;
  processId: string | null;
  /** Owner of a hand-over that was sent with a login. */
  userId: string | null;
  /** Level of that login, which listing the hand-over needs. */
  madeAtLevel: TrustLevel | null;
  /** `ENDED` for an incoming hand-over that was left; for an outgoing one, the other portal's last answer. */
  status: HandoverStatus | null;
  ticketNumber: string | null;
  submittedAt: Time | null;
  toldAt: Time | null;
  /** Time of the next question to the other portal; null when no question is left. */
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
  /** Order of the events. */
  id: Generated<string>;
  processId: string;
  machine: StatusMachine;
  /** Number of the attempt to pay, of the e-mail or of the hand-in of the application; null for every other machine. */
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

/**
 * An e-mail to a person. It has the address only while it waits. A confirmation outlives the application that it is
 * about, so that a person without an account still gets it.
 */
export type MailTable = {
  id: string;
  processId: string;
  /** Number among the e-mails of the application, from 1. */
  number: number;
  kind: MailKind;
  /** Distinguishes e-mails of one kind; each occasion of an application has one. */
  occasion: string;
  /** State of the mail machine. */
  state: MailState;
  context: Json<MailContext>;
  /** The address; null once the e-mail has an end, and where none is known. */
  recipient: SealedName | null;
  locale: Locale;
  metadataId: string;
  facts: Sealed<MailFacts>;
  /** Until then a worker holds it; null while nobody does. */
  leaseUntil: Time | null;
  createdAt: Time;
};
/** Facts at the time when the e-mail became due, for one that outlives its application. */
export type MailFacts = {
  ticketNumber: string | null;
  submittedAt: string | null;
  paid: boolean;
  /** The fee that was paid, in cents; absent in an e-mail of an earlier version. */
  fee?: { amountCents: number; reference: string | null } | null;
  /** Documents that were promised for later, by the names of the form; absent in an e-mail of an earlier version. */
  owed?: { documents: string[]; until: string | null } | null;
  /** Why an operator has ended the tries to send it; absent where nobody has. */
  givenUp?: GiveUpReason | null;
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
  /** Number of moves from a state whose beginning is known, and the total seconds in that state. */
  stays: number;
  seconds: number;
};

export type CountKind = 'page' | 'visit' | 'nothingFound' | 'step';

/** How often something happened on a day; contains nothing about a person (docs/operations.md). */
export type DailyCountTable = {
  /** The day in Germany, YYYY-MM-DD. */
  day: string;
  kind: CountKind;
  /** Screen, screen and id of a page, query, or form. */
  subject: string;
  /** Id of the page's subject, device and country, or status of the application; empty where there is none. */
  detail: string;
  count: number;
};

/** Feedback about a service or an application; contains nothing about the sender (docs/operations.md). */
export type FeedbackTable = {
  /** Id of the form that was sent, so that it is stored once. */
  id: string;
  /** The day in Germany, YYYY-MM-DD. */
  day: string;
  occasion: FeedbackOccasion;
  /** Null for the portal as a whole. */
  leiKaId: string | null;
  /** Regional key of the place; null where it is not known. */
  area: string | null;
  locale: Locale;
  stars: Stars | null;
  found: FoundAnswer | null;
  /** Empty without a text. */
  text: string;
  /** Null where it is not passed on. */
  passing: FeedbackPassing | null;
};

/** Owners of data keys; `installation` has the one key for what belongs to no application and no session. */
export type DataKeyKind = 'application' | 'session' | 'handover' | 'mail' | 'installation';

/**
 * The key that seals what is stored for one owner, wrapped by a key of the installation
 * (docs/decisions/0093-sealed-at-rest.md). It goes with its application or session: what a backup still has of it
 * cannot be opened then.
 */
export type DataKeyTable = {
  /** Id of the owner. */
  id: string;
  kind: DataKeyKind;
  wrapped: string;
  /** The key of the installation that has wrapped it, and its version. */
  wrappedBy: string;
  createdAt: Time;
};

/** After a restore: what partners are still to be asked, or what the trail knows that the backup does not. */
export type UnreconciledTable = {
  /** `payment` and `status` are asked; the others are entries of the trail (trail/entries.ts). */
  kind: 'payment' | 'status' | 'announcement' | 'delivery' | 'handIn' | 'mail';
  /** Id of the payment, application, hand-in or e-mail. */
  id: string;
  /** The entry with its time (`at`); null for what is only asked. */
  facts: ColumnType<(TrailEntry & { at: string }) | null, string | null, string | null>;
  notedAt: Time;
};

/** The content that all processes show, in one row. */
export type ContentShownTable = {
  id: number;
  /** Hash of the content folder; null until a process has started. */
  version: string | null;
  /** The moment from which it is shown; in the future while the processes get ready for it. */
  since: Time;
  /** How often a reload was asked for. */
  asked: number;
};

/** A process that serves people, and its content. */
export type ContentProcessTable = {
  id: string;
  /** Host and port. */
  name: string;
  /** Version of the content that it shows. */
  shows: string;
  /** Version that it could show at once. */
  has: string;
  /** The last reload that it has carried out. */
  asked: number;
  /** Why its folder cannot be used, by the last reload. */
  faults: Json<{ file: string; line: number; reason: string }[]>;
  seenAt: Time;
};

/** The files of the content that is shown, for processes whose folder has other ones. */
export type ContentCopyTable = {
  version: string;
  /** A zipped list of names and contents (content-roll-out/copy.ts). */
  files: Uint8Array;
};

/** Everything that operators have ever interrupted, one row each. */
export type InterruptionTable = {
  what: string;
  state: string;
  context: Json<InterruptionContext>;
  /** Grows with each change: an operator who saw an older one has not seen it. */
  version: number;
};

/** Every server that runs on this database, by its own word. */
export type RunningServerTable = {
  id: string;
  /** Host and port, for operators. */
  name: string;
  facts: Json<ServerFacts>;
  seenAt: Time;
};

/** How one server stands. Nothing in it is about a person. */
export type ServerFacts = {
  version: string;
  commit: string;
  /** Time for which it has run. */
  runsSeconds: number;
  partners: { partner: string; awaySeconds: number; answerSeconds: number | null }[];
  /** Whole days until each certificate runs out. */
  certificates: { certificate: string; days: number }[];
  /** Seconds by which its clock is ahead of each login's. */
  clocks: { partner: string; aheadSeconds: number }[];
  /** Faults that keep it from serving people, by the names of its checks. */
  missing: Record<string, string>;
  /** Logs of its own of which the last line could not be written. */
  unwritten: string[];
};

export type Tables = {
  runningServer: RunningServerTable;
  interruption: InterruptionTable;
  contentShown: ContentShownTable;
  contentProcess: ContentProcessTable;
  contentCopy: ContentCopyTable;
  dataKey: DataKeyTable;
  feedback: FeedbackTable;
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
  keptOffer: KeptOfferTable;
  editing: EditingTable;
  formCase: FormCaseTable;
  payment: PaymentTable;
  submission: SubmissionTable;
  submissionStep: SubmissionStepTable;
  file: FileTable;
  fileChunk: FileChunkTable;
  handIn: HandInTable;
  preview: PreviewTable;
  handover: HandoverTable;
  mail: MailTable;
  unreconciled: UnreconciledTable;
};

export type Database = Kysely<Tables>;
export type Trx = Transaction<Tables>;
