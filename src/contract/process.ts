import * as z from 'zod/mini';
import { documentKinds } from '#domain/document-kind.ts';
import type { FormFrame } from '#domain/form-engine.ts';
import type { PaymentView } from '#domain/payment.ts';
import { paymentStates } from '#domain/payment.ts';
import type { ProcessFacts, ProcessView, ResultView } from '#domain/process.ts';
import { nextSteps, noticeChoices } from '#domain/process-status.ts';
import { externalIdTypes } from '#domain/sent-status.ts';
import { stepOutcomes, submissionStates, submissionSteps } from '#domain/submission-step.ts';
import { handoverOrigin } from './handover.ts';
import { areaKey, isoTime, locale, loginMode, metadata, metadataId, processStatus, uuid } from './shapes.ts';

/** Facts of the process machine, so that the browser can ask the same machine what is possible. */
export const processFacts = z.object({
  mode: loginMode,
  feeCents: z.number(),
  paidCents: z.number(),
  refundDueCents: z.number(),
  noticeAllowed: z.boolean(),
  notice: z.nullable(z.enum(noticeChoices)),
  hasUser: z.boolean(),
  hasPostbox: z.boolean(),
  loginConfirmed: z.boolean(),
  conflictOpen: z.boolean(),
  running: z.boolean(),
  acknowledged: z.boolean(),
}) satisfies z.ZodMiniType<ProcessFacts>;

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
}) satisfies z.ZodMiniType<PaymentView>;

export const finishedStep = z.object({ step: z.enum(submissionSteps), outcome: stepOutcome });

/** What can be downloaded, sizes in bytes. */
export const documents = z.array(z.object({ kind: z.enum(documentKinds), size: z.number() }));

export const applicationResult = z.object({
  ticketNumber: z.string(),
  submittedAt: isoTime,
  paymentAmount: z.nullable(z.number()),
  /** Outcome of the message to the postbox: sent, not needed because there is none, or refused there. */
  postbox: stepOutcome,
  /** Name of the provider whose postbox received the message; null if none was sent. */
  postboxProvider: z.nullable(z.string()),
  externalIdType: z.enum(externalIdTypes),
  externalId: z.string(),
  downloadsUntil: isoTime,
  /** Language of the documents: the one the application was confirmed in (own). */
  documentsLang: locale,
  documents,
}) satisfies z.ZodMiniType<ResultView>;
export type ApplicationResult = z.output<typeof applicationResult>;

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
  payment: z.nullable(paymentView),
  submission: z.nullable(
    z.object({
      step: submissionState,
      finished: z.array(finishedStep),
      ticketNumber: z.string(),
      /** Times of automatic retries for a postponed step (own); null while none is postponed. */
      retry: z.nullable(z.object({ nextTryAt: z.nullable(isoTime), tryUntil: isoTime })),
    }),
  ),
  result: z.nullable(applicationResult),
  /** The portal that the person came from (own). */
  origin: z.optional(handoverOrigin),
}) satisfies z.ZodMiniType<ProcessView>;
export type Process = z.output<typeof process>;

/** A form value: the server checks it against the form, so any JSON passes here. */
export const formData = z.record(z.string(), z.unknown());

/** A form of a form server, opened for one use. Its address is `<address>#<token>`. */
export const formFrame = z.object({
  address: z.url(),
  token: z.string(),
  caseId: uuid,
}) satisfies z.ZodMiniType<FormFrame>;

/** Language of the requesting page: that of the answer's texts, and the one the person acts in. */
export const lang = z.object({ lang: z.optional(locale) });
export const fileValue = z.object({ id: uuid, name: z.string(), size: z.number(), type: z.string() });

/** `checked`: the scanner found it clean; from then on the form data can name it. */
export const takenFile = z.extend(fileValue, { checked: z.boolean() });
