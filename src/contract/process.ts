import * as z from 'zod/mini';
import { documentKinds } from '#domain/document-kind.ts';
import type { PaymentView } from '#domain/payment.ts';
import { paymentStates } from '#domain/payment.ts';
import type { DraftView, SentView } from '#domain/personal-area.ts';
import type { ProcessFacts, ProcessView, ResultView } from '#domain/process.ts';
import { nextSteps, noticeChoices } from '#domain/process-status.ts';
import { externalIdTypes, sentStatuses } from '#domain/sent-status.ts';
import { stepOutcomes, submissionStates, submissionSteps } from '#domain/submission-step.ts';
import { type SummaryView, summaryRowKinds } from '#domain/summary.ts';
import { call } from './call.ts';
import {
  areaKey,
  authority,
  dataSource,
  isoTime,
  leiKaId,
  locale,
  loginMode,
  metadata,
  metadataId,
  processStatus,
  trustLevel,
  uuid,
} from './shapes.ts';

/** Facts of the process machine, so that the browser can ask the same machine what is possible. */
const processFacts = z.object({
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

export const sentStatus = z.enum(sentStatuses);

const finishedStep = z.object({ step: z.enum(submissionSteps), outcome: stepOutcome });

/** What can be downloaded, sizes in bytes. */
const documents = z.array(z.object({ kind: z.enum(documentKinds), size: z.number() }));

export const applicationResult = z.object({
  ticketNumber: z.string(),
  submittedAt: isoTime,
  paymentAmount: z.nullable(z.number()),
  /** Outcome of the message to the postbox: sent, not needed because there is none, or refused there. */
  mailbox: stepOutcome,
  /** Name of the provider whose postbox the message was sent to; null when none was sent. */
  mailboxProvider: z.nullable(z.string()),
  externalIdType: z.enum(externalIdTypes),
  externalId: z.string(),
  downloadsUntil: isoTime,
  /** Language of the documents: the one the application was confirmed in (own). */
  documentsLang: locale,
  documents,
}) satisfies z.ZodMiniType<ResultView>;
export type ApplicationResult = z.output<typeof applicationResult>;

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
  metadata,
  /** Place the application is for. */
  area: z.object({ key: areaKey, name: z.string() }),
  /** The language the person last acted in. */
  locale,
  availableUntil: isoTime,
  /** Key of the form page last seen. */
  page: z.nullable(z.string()),
  facts: processFacts,
  payment: z.nullable(paymentView),
  submission: z.nullable(
    z.object({
      step: submissionState,
      finished: z.array(finishedStep),
      ticketNumber: z.string(),
      /** A step cannot be done now and is retried automatically (own); null while none is postponed. */
      retry: z.nullable(z.object({ nextTryAt: z.nullable(isoTime), tryUntil: isoTime })),
    }),
  ),
  result: z.nullable(applicationResult),
}) satisfies z.ZodMiniType<ProcessView>;
export type Process = z.output<typeof process>;

/** A form value: the server checks it against the form, so any JSON passes here. */
export const formData = z.record(z.string(), z.unknown());

const id = z.object({ id: uuid });
/** Language of the requesting page: that of the answer's texts, and the one the person acts in. */
export const lang = z.object({ lang: z.optional(locale) });
/** The version of the process that a write is based on. */
const version = z.int().check(z.nonnegative());

export const draft = z.object({
  id: uuid,
  version: z.number(),
  status: processStatus,
  /** The moment that the status's date label refers to. */
  statusChanged: isoTime,
  lastUpdated: isoTime,
  availableUntil: isoTime,
  trustLevel,
  metadataId,
  leiKaId,
  serviceName: z.string(),
  authorityName: z.string(),
  areaName: z.string(),
  nextStep,
  /** A submission is in progress. */
  running: z.boolean(),
  /** It cannot be sent now and is retried automatically until then (own). */
  tryUntil: z.nullable(isoTime),
  /** What must be paid before it can be sent. */
  feeDueCents: z.number(),
  /** Money on record for it: deleting needs a second consent. */
  paidCents: z.number(),
  /** Money that pays nothing and is marked to be returned. */
  refundDueCents: z.number(),
}) satisfies z.ZodMiniType<DraftView>;
export type Draft = z.output<typeof draft>;

export const sentApplication = z.object({
  id: uuid,
  status: sentStatus,
  externalIdType: z.enum(externalIdTypes),
  externalId: z.string(),
  messageId: uuid,
  ticketNumber: z.string(),
  name: z.string(),
  authority,
  submissionDate: isoTime,
  statusChecked: z.nullable(isoTime),
  downloadsUntil: isoTime,
  /** Language of the documents (own). */
  documentsLang: locale,
  /** Empty once the retention has ended (own). */
  documents,
}) satisfies z.ZodMiniType<SentView>;
export type SentApplication = z.output<typeof sentApplication>;

const countByLevel = z.object({ substantial: z.number(), high: z.number() });

export const summaryPage = z.object({
  key: z.string(),
  title: z.string(),
  rows: z.array(
    z.object({
      path: z.string(),
      label: z.string(),
      value: z.string(),
      kind: z.enum(summaryRowKinds),
      level: z.number(),
      /** The value is that of the account (own). */
      fromAccount: z.optional(z.literal(true)),
    }),
  ),
});

/** What is stored, for the person to confirm. */
const summary = z.object({
  /** Language of the texts (own). */
  lang: locale,
  version: z.number(),
  hash: z.string(),
  pages: z.array(summaryPage),
  /** Broken rules, by data path and page; empty when the form can be completed. */
  errors: z.array(z.object({ path: z.string(), page: z.string(), label: z.string(), rule: z.string() })),
  feeCents: z.nullable(z.number()),
  /** The login that vouches for the rows from the account; null when there are none (own). */
  source: z.nullable(dataSource),
  /** Money may have come in since the process was last read (own). */
  facts: processFacts,
}) satisfies z.ZodMiniType<SummaryView>;

export const fileValue = z.object({ id: uuid, name: z.string(), size: z.number(), type: z.string() });

/** `checked`: the scanner found it clean; from then on the form data can name it. */
export const takenFile = z.extend(fileValue, { checked: z.boolean() });

export const processCalls = {
  startProcess: call({
    method: 'POST',
    path: '/api/process',
    summary: 'Starts a process; externalProcessData is checked against the form like any input',
    origin: 'spec',
    body: z.object({
      metadataId,
      /** Place the application is for (own). */
      area: areaKey,
      lang: z.optional(locale),
      externalProcessData: z.optional(formData),
    }),
    answer: process,
    errors: [
      'form-not-found',
      'login-required',
      'login-not-accepted',
      'trust-level-too-low',
      'place-not-covered',
      'too-many-applications',
      'too-many-anonymous',
      'form-invalid',
    ],
  }),
  findProcess: call({
    method: 'GET',
    path: '/api/process',
    summary: "The caller's newest open process for a form",
    origin: 'spec',
    query: z.object({ metadataId, lang: z.optional(locale) }),
    answer: process,
    errors: ['not-found'],
  }),
  getProcess: call({
    method: 'GET',
    path: '/api/process/{id}',
    summary: 'A process with its status, facts, payment, submission progress and result',
    origin: 'spec',
    params: id,
    query: lang,
    answer: process,
    errors: ['not-found', 'draft-expired', 'form-not-found', 'trust-level-too-low'],
  }),
  listDrafts: call({
    method: 'GET',
    path: '/api/processes',
    summary: "The user's drafts that the login's trust level may see",
    origin: 'spec',
    query: z.object({
      lang: z.optional(locale),
      leiKaId: z.optional(leiKaId),
      authorityKeys: z.optional(z.string()),
    }),
    answer: z.array(draft),
    errors: ['login-required'],
  }),
  countClosed: call({
    method: 'GET',
    path: '/api/processes/closed',
    summary:
      "How many of the user's drafts and sent applications need a higher trust level than the login's, by that level",
    origin: 'own',
    answer: z.object({ drafts: countByLevel, sent: countByLevel }),
    errors: ['login-required'],
  }),
  listSent: call({
    method: 'GET',
    path: '/api/processes/submitted',
    summary:
      "The user's sent applications that the login's trust level may see, with their status read from the signed events",
    origin: 'spec',
    query: lang,
    answer: z.array(sentApplication),
    errors: ['login-required'],
  }),
  deleteDraft: call({
    method: 'DELETE',
    path: '/api/processes',
    summary: 'Deletes a draft; a paid one only with paidConsent, one that is being sent not at all',
    origin: 'spec',
    query: z.object({ id: uuid, paidConsent: z.optional(z.enum(['true', 'false'])) }),
    errors: ['not-found', 'status-conflict', 'trust-level-too-low'],
  }),
  getAccessData: call({
    method: 'GET',
    path: '/api/process/{id}/accessdata',
    summary: 'What the form engine needs: definition in the asked language, data, version and page',
    origin: 'spec',
    params: id,
    query: lang,
    answer: z.object({
      fmsType: z.literal('FORMIO'),
      form: z.unknown(),
      data: formData,
      version: z.number(),
      page: z.nullable(z.string()),
    }),
    errors: ['not-found', 'draft-expired', 'trust-level-too-low'],
  }),
  saveProgress: call({
    method: 'PUT',
    path: '/api/process/{id}/progress',
    summary: 'Saves form data and page; in COMPLETED and later it is "change the data"',
    origin: 'spec',
    params: id,
    query: lang,
    body: z.object({ version, data: formData, page: z.nullable(z.string().check(z.maxLength(200))) }),
    answer: z.object({
      version: z.number(),
      status: processStatus,
      savedAt: isoTime,
      availableUntil: isoTime,
    }),
    errors: [
      'not-found',
      'version-conflict',
      'edited-elsewhere',
      'status-conflict',
      'input-invalid',
      'draft-expired',
      'trust-level-too-low',
    ],
  }),
  getSnapshot: call({
    method: 'GET',
    path: '/api/process/{id}/snapshot',
    summary: 'The summary of what is stored, in the asked language, and its hash (hex SHA-256)',
    origin: 'spec',
    params: id,
    query: lang,
    answer: summary,
    errors: ['not-found', 'draft-expired', 'trust-level-too-low'],
  }),
  touchProcess: call({
    method: 'PUT',
    path: '/api/process/{id}/touch',
    summary: 'Keeps an open process alive',
    origin: 'spec',
    params: id,
    answer: z.object({ availableUntil: isoTime }),
    errors: ['not-found', 'draft-expired', 'trust-level-too-low'],
  }),
  persistProcess: call({
    method: 'PUT',
    path: '/api/process/{id}/persist',
    summary:
      'Hands an anonymous process of this session to the user who has logged in, or confirms the login',
    origin: 'spec',
    params: id,
    query: lang,
    answer: process,
    errors: ['not-found', 'login-required', 'login-not-accepted', 'status-conflict', 'trust-level-too-low'],
  }),
  completeProcess: call({
    method: 'PUT',
    path: '/api/process/{id}/complete',
    summary:
      'Closes the form: the service finds the data valid and the confirmed hash is that of what is stored',
    origin: 'spec',
    params: id,
    query: lang,
    body: z.object({
      version,
      hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      confirmed: z.literal(true),
    }),
    answer: process,
    errors: [
      'not-found',
      'version-conflict',
      'summary-changed',
      'form-invalid',
      'edited-elsewhere',
      'status-conflict',
      'scanner-unavailable',
      'trust-level-too-low',
    ],
  }),
  chooseNotice: call({
    method: 'PUT',
    path: '/api/process/{id}/electronic-notice',
    summary: 'Whether a notice may be delivered electronically',
    origin: 'spec',
    params: id,
    query: lang,
    body: z.object({ version, electronicNoticeDelivery: z.boolean() }),
    answer: process,
    errors: ['not-found', 'version-conflict', 'edited-elsewhere', 'status-conflict', 'trust-level-too-low'],
  }),
  submitProcess: call({
    method: 'PUT',
    path: '/api/process/{id}/submit',
    summary: 'Starts the submission; progress by GET /api/process/{id}',
    origin: 'spec',
    params: id,
    query: lang,
    answer: process,
    errors: [
      'not-found',
      'edited-elsewhere',
      'status-conflict',
      'summary-changed',
      'login-required',
      'login-not-accepted',
      'trust-level-too-low',
    ],
  }),
  acknowledgeResult: call({
    method: 'PUT',
    path: '/api/process/{id}/ack',
    summary: 'The result has been taken',
    origin: 'spec',
    params: id,
    query: lang,
    answer: process,
    errors: ['not-found', 'status-conflict', 'trust-level-too-low'],
  }),
  uploadFile: call({
    method: 'POST',
    path: '/api/process/{id}/upload',
    summary:
      'Takes the bytes of one file for a file field; type and ending of the name are read from the bytes',
    origin: 'own',
    params: id,
    query: z.object({
      /** Data path of the file field. */
      path: z.string().check(z.minLength(1), z.maxLength(300)),
      name: z.string().check(z.minLength(1), z.maxLength(255)),
    }),
    streams: 'body',
    answer: takenFile,
    errors: [
      'not-found',
      'status-conflict',
      'file-empty',
      'file-too-large',
      'file-type-refused',
      'file-limit-reached',
      'file-damaged',
      'file-protected',
      'file-active',
      'file-picture-too-large',
      'file-total-reached',
      'file-infected',
      'file-uncheckable',
      'trust-level-too-low',
    ],
  }),
  getUpload: call({
    method: 'GET',
    path: '/api/process/{id}/upload/{file}',
    summary: 'How a file stands that was taken: it can be named once it is checked',
    origin: 'own',
    params: z.object({ id: uuid, file: uuid }),
    answer: takenFile,
    errors: ['not-found', 'draft-expired', 'file-infected', 'file-uncheckable', 'trust-level-too-low'],
  }),
  downloadFile: call({
    method: 'GET',
    path: '/api/process/{id}/file/{file}',
    summary: 'Streams a document (PDF) or the attachments (ZIP)',
    origin: 'spec',
    params: z.object({ id: uuid, file: z.enum(documentKinds) }),
    streams: 'answer',
    errors: ['not-found', 'download-expired', 'trust-level-too-low'],
  }),
  getFileExpiry: call({
    method: 'GET',
    path: '/api/process/{id}/file/{file}/expires',
    summary: 'Until when a document can be downloaded',
    origin: 'spec',
    params: z.object({ id: uuid, file: z.enum(documentKinds) }),
    answer: z.object({ expires: isoTime }),
    errors: ['not-found', 'download-expired', 'trust-level-too-low'],
  }),
  getTransportReport: call({
    method: 'GET',
    path: '/api/process/transport-report/{messageId}',
    summary: 'What is known of the delivery: steps, times, hashes, signed events',
    origin: 'spec',
    params: z.object({ messageId: uuid }),
    answer: z.object({
      messageId: uuid,
      externalIdType: z.enum(externalIdTypes),
      externalId: z.string(),
      status: sentStatus,
      steps: z.array(z.extend(finishedStep, { finishedAt: isoTime })),
      attachments: z.array(z.object({ filename: z.string(), sha512: z.string() })),
      events: z.array(
        z.object({ kind: z.string(), issuer: z.string(), issuedAt: isoTime, token: z.string() }),
      ),
    }),
    errors: ['not-found'],
  }),
};
