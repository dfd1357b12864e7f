import * as z from 'zod/mini';
import { documentKinds } from '#domain/document-kind.ts';
import { giveUpReasons } from '#domain/give-up.ts';
import { mailStates } from '#domain/mail.ts';
import { paymentStates } from '#domain/payment.ts';
import { nextSteps, noticeChoices } from '#domain/process-status.ts';
import { externalIdTypes } from '#domain/sent-status.ts';
import { stepOutcomes, submissionStates, submissionSteps } from '#domain/submission-step.ts';
import { handoverOrigin } from './handover.ts';
import { owed } from './owed.ts';
import { following } from './sent-course.ts';
import { areaKey, isoTime, locale, loginMode, metadata, metadataId, processStatus, uuid } from './shapes.ts';

/**
 * Facts of the process machine that its status depends on, so that the browser can ask the same machine what is
 * possible. Money is in cents.
 */
export const processFacts = z.object({
  mode: loginMode,
  /** Fee of the metadata or of the form as last computed; 0 when free. */
  feeCents: z.number(),
  /** Money that pays the fee; either 0 or what the fee was when it was settled. */
  paidCents: z.number(),
  /** Money that arrived and does not pay the fee: an operator returns it. */
  refundDueCents: z.number(),
  /** The form allows an electronic notice; it is offered only to a person who also has a postbox. */
  noticeAllowed: z.boolean(),
  notice: z.nullable(z.enum(noticeChoices)),
  /** The process belongs to a person who is logged in. */
  hasUser: z.boolean(),
  /** The person's account has a postbox, as of the last login; without an account there is none. */
  hasPostbox: z.boolean(),
  /** The person authenticated after the data was completed. */
  loginConfirmed: z.boolean(),
  /** The account's data differs from that of the form, and the person has not decided which counts. */
  conflictOpen: z.boolean(),
  /** A submission is in progress. */
  running: z.boolean(),
  /** The result has been acknowledged: the process is off the drafts list. */
  acknowledged: z.boolean(),
});
export interface ProcessFacts extends z.output<typeof processFacts> {}

/** Money that was marked for a refund and that operators have noted as returned, and when the last of it was (own). */
export const returned = z.object({ amountCents: z.number(), at: isoTime });

const submissionState = z.enum(submissionStates);
const stepOutcome = z.enum(stepOutcomes);

export const nextStep = z.enum(nextSteps);

export const paymentState = z.enum(paymentStates);

/** The payment attempt that counts now. `redirectUrl` is the provider's page, only while pending. */
export const paymentView = z.object({
  state: paymentState,
  amountCents: z.number(),
  currency: z.literal('EUR'),
  method: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  redirectUrl: z.nullable(z.string()),
  changedAt: isoTime,
});
export interface PaymentView extends z.output<typeof paymentView> {}

export const finishedStep = z.object({ step: z.enum(submissionSteps), outcome: stepOutcome });

/** Documents to download, sizes in bytes; none once the retention has ended. */
export const documents = z.array(z.object({ kind: z.enum(documentKinds), size: z.number() }));

const recalled = z.array(z.object({ label: z.string(), value: z.string() }));

export const applicationResult = z.object({
  ...following,
  ticketNumber: z.string(),
  submittedAt: isoTime,
  paymentAmount: z.nullable(z.number()),
  /**
   * Outcome of the message to the postbox: sent, not needed because there is none, or refused there. Null where nobody
   * knows: the application was sent after the backup that the database comes from.
   */
  postbox: z.nullable(stepOutcome),
  /** Name of the provider whose postbox received the message; null if none was sent. */
  postboxProvider: z.nullable(z.string()),
  externalIdType: z.enum(externalIdTypes),
  externalId: z.string(),
  /** The confirmation by e-mail, and its address (own); null where none was due. */
  mail: z.nullable(z.object({ to: z.string(), state: z.enum(mailStates) })),
  owed,
  /** Answers that the person needs again, such as the way of delivery, in each language: a page may change it (own). */
  recalled: z.object({ de: recalled, en: recalled }),
  downloadsUntil: isoTime,
  /** Language of the documents: the one the application was confirmed in (own). */
  documentsLang: locale,
  documents,
});
export interface ResultView extends z.output<typeof applicationResult> {}

/** The current step, or an end; and the finished steps with their outcomes. */
const submission = z.object({
  step: submissionState,
  finished: z.array(finishedStep),
  ticketNumber: z.string(),
  /** Why an operator has ended the tries to deliver it (own). */
  givenUp: z.optional(z.enum(giveUpReasons)),
  /**
   * A step cannot be done now and is retried automatically (own): a partner is away, or the authority's software does not
   * take applications of this form at present. Null while none is postponed.
   */
  retry: z.nullable(
    z.object({
      reason: z.enum(['partnerAway', 'notTaken']),
      nextTryAt: z.nullable(isoTime),
      tryUntil: isoTime,
    }),
  ),
});
export interface SubmissionView extends z.output<typeof submission> {}

/** The offer that an application is made for, and its place. */
export const recipient = { metadata, area: z.object({ key: areaKey, name: z.string() }) };

/** A process as its owner sees it (spec section 3, process extended form). Money in cents. */
export const process = z.object({
  id: uuid,
  version: z.number(),
  status: processStatus,
  statusChanged: isoTime,
  fmsFormId: z.string(),
  metadataId,
  messageId: z.nullable(uuid),
  paymentCheckoutSign: z.nullable(z.string()),
  paymentAmount: z.nullable(z.number()),
  paymentMethod: z.nullable(z.string()),
  postboxSent: z.boolean(),
  ...recipient,
  /** The language the person last acted in. */
  locale,
  availableUntil: isoTime,
  /** Unit that processes the data; null if none is named. */
  responsibleDataProcessingUnitId: z.nullable(z.string()),
  /** Key of the form page last seen. */
  page: z.nullable(z.string()),
  facts: processFacts,
  returned: z.optional(returned),
  payment: z.nullable(paymentView),
  submission: z.nullable(submission),
  result: z.nullable(applicationResult),
  /** The portal that the person came from (own). */
  origin: z.optional(handoverOrigin),
});
export interface ProcessView extends z.output<typeof process> {}

/** A form value: the server checks it against the form, so any JSON passes here. */
export const formData = z.record(z.string(), z.unknown());

/**
 * A form that a form server shows in a frame, opened for one use (docs/partners-forms.md). The address of the frame is
 * `<address>#<token>`, and the origin of `address` is that of all messages; the token opens the frame once, shortly;
 * `caseId` is what the form server calls this filling-in.
 */
export const formFrame = z.object({
  address: z.url(),
  token: z.string(),
  caseId: uuid,
});
export interface FormFrame extends z.output<typeof formFrame> {}

/** Language of the requesting page: that of the answer's texts, and the one the person acts in. */
export const lang = z.object({ lang: z.optional(locale) });
export const fileValue = z.object({ id: uuid, name: z.string(), size: z.number(), type: z.string() });

/** `checked`: the scanner found it clean; from then on the form data can name it. */
export const takenFile = z.extend(fileValue, { checked: z.boolean() });
export interface TakenFile extends z.output<typeof takenFile> {}

/** The process that a call is about, in its path. */
export const processId = z.object({ id: uuid });
/** Codes of a process that is not there, not there any more, or not for this login. */
export const closedToCaller = ['not-found', 'draft-expired', 'trust-level-too-low'] as const;
/** Codes of a file that is not taken. */
export const fileRefused = [
  'file-empty',
  'file-too-large',
  'file-type-refused',
  'file-limit-reached',
  'file-damaged',
  'file-protected',
  'file-active',
  'file-picture-too-large',
  'check-unavailable',
  'file-total-reached',
  'file-infected',
  'file-uncheckable',
] as const;
/** Version of a process that a change is based on; the hash (hex SHA-256) of what the person has seen of it. */
export const basedOn = {
  version: z.int().check(z.nonnegative()),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
};
