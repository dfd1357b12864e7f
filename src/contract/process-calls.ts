import * as z from 'zod/mini';
import { documentKinds, downloadKinds } from '#domain/document-kind.ts';
import { frameFaults } from '#domain/form-engine.ts';
import { externalIdTypes } from '#domain/sent-status.ts';
import { call } from './call.ts';
import { countByLevel, draft, listPlace, listText, sentApplication, sentPage } from './personal-area.ts';
import {
  basedOn,
  closedToCaller,
  fileRefused,
  finishedStep,
  formData,
  formFrame,
  lang,
  process,
  processId,
  takenFile,
} from './process.ts';
import { sentStatus } from './sent-course.ts';
import {
  areaKey,
  dataProcessingUnitId,
  isoTime,
  leiKaId,
  locale,
  metadataId,
  processStatus,
  uuid,
} from './shapes.ts';
import { summary } from './summary.ts';

const { version } = basedOn;
/** Version of the process, and key of the form page last seen. */
const whereItStands = { version: z.number(), page: z.nullable(z.string()) };

/** Everything that the browser needs to show the form of a process, by its engine. */
const accessData = z.discriminatedUnion('fmsType', [
  z.object({
    fmsType: z.literal('FORMIO'),
    form: z.unknown(),
    data: formData,
    /** Ids of the files that the portal can show in small (own). */
    previews: z.optional(z.array(uuid)),
    /** The window that asks has written the entries last, from this page or from the one before (own). */
    own: z.boolean(),
    ...whereItStands,
  }),
  z.object({ fmsType: z.literal('LIP'), frame: formFrame, ...whereItStands }),
]);
export type AccessData = z.output<typeof accessData>;

/** A statement as it is given: of whatever build the browser has. */
const givenStatement = z.object({ id: z.string().check(z.maxLength(100)), version: z.number() });
export interface GivenStatement extends z.output<typeof givenStatement> {}

/** A file that the form server has and the portal does not take, with the name of its field and a problem code. */
const refusedFile = z.object({ name: z.string(), label: z.record(locale, z.string()), code: z.string() });
export interface RefusedFile extends z.output<typeof refusedFile> {}

const savedProgress = z.object({
  version: z.number(),
  status: processStatus,
  savedAt: isoTime,
  availableUntil: isoTime,
  /** LIP: nothing is missing and nothing is wrong. */
  complete: z.optional(z.boolean()),
  /** LIP. */
  refusedFiles: z.optional(z.array(refusedFile)),
});
export interface SavedProgress extends z.output<typeof savedProgress> {}

/** Calls about a process (spec section 5). */
export const processCalls = {
  startProcess: call({
    method: 'POST',
    path: '/api/process',
    summary:
      'Starts a process; externalProcessData is checked against the form like any input. A form that is offered in one place needs no area',
    origin: 'spec',
    body: z.object({
      metadataId,
      /** Place the application is for (own); needed where the form is offered in several. */
      area: z.optional(areaKey),
      /** Unit that processes the data, where the caller knows it (own). */
      responsibleDataProcessingUnitId: z.optional(dataProcessingUnitId),
      lang: z.optional(locale),
      externalProcessData: z.optional(formData),
      /** The hand-over that it is started from (own). */
      handover: z.optional(uuid),
    }),
    answer: process,
    errors: [
      'form-not-found',
      'interrupted',
      'login-required',
      'login-not-accepted',
      'trust-level-too-low',
      'place-not-covered',
      'place-required',
      'too-many-applications',
      'too-many-anonymous',
      'form-invalid',
      'handover-ended',
      'handover-data-refused',
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
    params: processId,
    query: lang,
    answer: process,
    errors: [...closedToCaller, 'form-not-found'],
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
      text: z.optional(listText),
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
      "The user's newest sent applications, up to 100, that the login's trust level may see, with their status read from the signed events",
    origin: 'spec',
    query: lang,
    answer: z.array(sentApplication),
    errors: ['login-required'],
  }),
  pageOfSent: call({
    method: 'GET',
    path: '/api/processes/sent',
    summary:
      "A page of the user's sent applications, newest first, and the newest answers of authorities that they have not seen",
    origin: 'own',
    query: z.object({
      lang: z.optional(locale),
      text: z.optional(listText),
      after: z.optional(listPlace),
      before: z.optional(listPlace),
    }),
    answer: sentPage,
    errors: ['login-required'],
  }),
  markSeen: call({
    method: 'PUT',
    path: '/api/process/{id}/seen',
    summary: 'The person has seen the news of a sent application: it is no news on any of their devices',
    origin: 'own',
    params: processId,
    /** The status that was shown: an answer that came since stays news. */
    body: z.object({ status: sentStatus }),
    errors: closedToCaller,
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
    summary:
      'What the form engine needs. FORMIO: definition in the asked language and data. LIP: address of the frame, and a token that opens it once',
    origin: 'spec',
    params: processId,
    query: lang,
    answer: accessData,
    errors: [
      ...closedToCaller,
      'edited-elsewhere',
      'status-conflict',
      'form-server-unavailable',
      'form-server-refused',
      'form-server-outdated',
    ],
  }),
  prolongForm: call({
    method: 'PUT',
    path: '/api/process/{id}/form-session',
    summary: 'Keeps the session of the form server alive while somebody works in its frame; extends no other',
    origin: 'own',
    unattended: true,
    params: processId,
    body: z.object({ caseId: uuid }),
    answer: z.object({ expires: isoTime }),
    errors: [...closedToCaller, 'form-session-lost', 'form-server-unavailable', 'form-server-refused'],
  }),
  reportFrame: call({
    method: 'PUT',
    path: '/api/process/{id}/form-session/closed',
    summary:
      'The page has closed the frame of a form server that did not keep to the protocol; for the log alone',
    origin: 'own',
    unattended: true,
    params: processId,
    body: z.object({ caseId: uuid, reason: z.enum(frameFaults) }),
    errors: [...closedToCaller, 'form-session-lost'],
  }),
  saveProgress: call({
    method: 'PUT',
    path: '/api/process/{id}/progress',
    summary:
      'Saves what was entered; in COMPLETED and later it is "change the data". FORMIO: data and page. LIP: the server asks the form server for those of the case',
    origin: 'spec',
    params: processId,
    query: lang,
    body: z.union([
      z.object({ version, data: formData, page: z.nullable(z.string().check(z.maxLength(200))) }),
      z.object({ version, caseId: uuid }),
    ]),
    answer: savedProgress,
    errors: [
      ...closedToCaller,
      'version-conflict',
      'edited-elsewhere',
      'status-conflict',
      'input-invalid',
      'form-session-lost',
      'form-server-unavailable',
      'form-server-refused',
    ],
  }),
  getSnapshot: call({
    method: 'GET',
    path: '/api/process/{id}/snapshot',
    summary: 'The summary of what is stored, in the asked language, and its hash (hex SHA-256)',
    origin: 'spec',
    params: processId,
    query: lang,
    answer: summary,
    errors: closedToCaller,
  }),
  touchProcess: call({
    method: 'PUT',
    path: '/api/process/{id}/touch',
    summary: 'Keeps an open process alive',
    origin: 'spec',
    params: processId,
    answer: z.object({ availableUntil: isoTime }),
    errors: closedToCaller,
  }),
  persistProcess: call({
    method: 'PUT',
    path: '/api/process/{id}/persist',
    summary:
      'Hands an anonymous process of this session to the user who has logged in, or confirms the login',
    origin: 'spec',
    params: processId,
    query: lang,
    answer: process,
    errors: ['not-found', 'login-required', 'login-not-accepted', 'status-conflict', 'trust-level-too-low'],
  }),
  completeProcess: call({
    method: 'PUT',
    path: '/api/process/{id}/complete',
    summary:
      'Closes the form: the service finds the data valid, the confirmed hash is that of what is stored, and everything that the person has to state is stated',
    origin: 'spec',
    params: processId,
    query: lang,
    body: z.object({
      ...basedOn,
      /** Those of the summary that were ticked, in the language `lang`; which ones are demanded says the server. */
      statements: z.array(givenStatement).check(z.maxLength(20)),
      /** Whether the person wants e-mails at the address of the summary (own); absent, nobody has asked. */
      wantsMails: z.optional(z.boolean()),
    }),
    answer: process,
    errors: [
      'not-found',
      'version-conflict',
      'summary-changed',
      'form-invalid',
      'statement-missing',
      'data-unsendable',
      'login-incomplete',
      'edited-elsewhere',
      'status-conflict',
      'scanner-unavailable',
      'trust-level-too-low',
    ],
  }),
  chooseMails: call({
    method: 'PUT',
    path: '/api/process/{id}/mails',
    summary: 'Whether the person wants e-mails about an application; those that wait are dropped where not',
    origin: 'own',
    params: processId,
    body: z.object({ wanted: z.boolean() }),
    errors: closedToCaller,
  }),
  changePlace: call({
    method: 'PUT',
    path: '/api/process/{id}/place',
    summary:
      'Makes an application that is filled in one for another place where its form is offered; what was typed stays. Not once a payment was begun',
    origin: 'own',
    params: processId,
    query: lang,
    body: z.object({ area: areaKey }),
    answer: process,
    errors: [
      ...closedToCaller,
      'form-not-found',
      'place-not-covered',
      'place-needs-login',
      'edited-elsewhere',
      'status-conflict',
    ],
  }),
  chooseNotice: call({
    method: 'PUT',
    path: '/api/process/{id}/electronic-notice',
    summary: 'Whether a notice may be delivered electronically',
    origin: 'spec',
    params: processId,
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
    params: processId,
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
    params: processId,
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
    params: processId,
    query: z.object({
      /** Data path of the file field. */
      path: z.string().check(z.minLength(1), z.maxLength(300)),
      name: z.string().check(z.minLength(1), z.maxLength(255)),
    }),
    streams: 'body',
    answer: takenFile,
    errors: ['not-found', 'status-conflict', ...fileRefused, 'trust-level-too-low'],
  }),
  getUpload: call({
    method: 'GET',
    path: '/api/process/{id}/upload/{file}',
    summary: 'How a file stands that was taken: it can be named once it is checked',
    origin: 'own',
    unattended: true,
    params: z.object({ id: uuid, file: uuid }),
    answer: takenFile,
    errors: [...closedToCaller, 'file-infected', 'file-uncheckable'],
  }),
  keepPreview: call({
    method: 'PUT',
    path: '/api/process/{id}/upload/{file}/preview',
    summary: 'Keeps a picture in small beside the file; the browser has made it of what it has uploaded',
    origin: 'own',
    params: z.object({ id: uuid, file: uuid }),
    /** A JPEG of at most 16 KB, in base64. */
    body: z.object({ jpeg: z.string().check(z.maxLength(22_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)) }),
    errors: [...closedToCaller, 'status-conflict', 'file-damaged', 'file-type-refused', 'check-unavailable'],
  }),
  getPreview: call({
    method: 'GET',
    path: '/api/process/{id}/upload/{file}/preview',
    summary: 'A picture in small',
    origin: 'own',
    params: z.object({ id: uuid, file: uuid }),
    streams: 'answer',
    errors: closedToCaller,
  }),
  downloadFile: call({
    method: 'GET',
    path: '/api/process/{id}/file/{file}',
    summary:
      'Streams a document (PDF) or the attachments (ZIP); `entered` (own) what was entered in a draft, as text, with its files as ZIP',
    origin: 'spec',
    params: z.object({ id: uuid, file: z.enum(downloadKinds) }),
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
