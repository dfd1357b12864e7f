import type { ProcessView, ResultView } from '#contract/process.ts';
import type { MetadataView } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import { advance, begin } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessRow } from '#machines/process/process.selectors.ts';
import type { ProcessEvent, ProcessInput } from '#machines/process/process.types.ts';

export const offer: MetadataView = {
  metadataId: 'hundesteuer-kiel',
  fmsType: 'FORMIO',
  fmsFormId: 'hundesteuer',
  lang: 'de',
  leiKaId: '99102013000000',
  title: 'Dog tax',
  description: 'Register a dog',
  authority: {
    id: 'kiel',
    name: 'Stadt Kiel',
    street: 'Fleethörn',
    streetNumber: '9',
    postalCode: '24103',
    city: 'Kiel',
    phoneNumber: '0431 9010',
    email: 'info@kiel.example',
    contactBox: { addresses: [], emails: [], faxes: [], links: [], services: [], telephones: [] },
  },
  feeType: 'FIXED',
  feeAmount: 1100,
  feePurpose: 'Fee',
  mode: 'none',
  trustLevel: 'low',
  identificationType: 'none',
  idpIds: ['nkb', 'anon'],
  forceWelcomePage: true,
  processingBasis: 'law',
  allowElectronicNoticeDelivery: true,
  enableDataComparison: false,
  isDeprecated: false,
  draftRetentionDays: 30,
  downloadRetentionDays: 14,
  durationMinutes: 5,
  needed: [],
  afterwards: '',
};

const free: ProcessInput = {
  mode: 'none',
  feeCents: 0,
  noticeAllowed: false,
  hasUser: false,
  hasPostbox: false,
};
const withPostbox: ProcessInput = { ...free, noticeAllowed: true, hasUser: true, hasPostbox: true };
const withUser: ProcessInput = { ...free, hasUser: true };
const withFee: ProcessInput = { ...free, feeCents: 1100 };
const completed: ProcessEvent = { type: 'form.completed', feeCents: 0 };
const chosen: ProcessEvent = { type: 'notice.chosen', accepted: true };
const differs: ProcessEvent = { type: 'conflict.found' };
const completedWithFee: ProcessEvent = { type: 'form.completed', feeCents: 1100 };

/** A row that the process workflow itself has reached. */
function rowAfter(input: ProcessInput, events: readonly ProcessEvent[]): ProcessRow {
  return events.reduce<ProcessRow>(
    (row, event) => {
      const moved = advance(processMachine, row, event);
      if (!moved.accepted) throw new Error(`${event.type} was refused in ${row.state}`);
      return { state: moved.state, context: moved.context };
    },
    begin(processMachine, input),
  );
}

function view(id: string, input: ProcessInput, ...events: readonly ProcessEvent[]): ProcessView {
  const { state, context } = rowAfter(input, events);
  return {
    id,
    version: events.length,
    status: state as ProcessStatus,
    statusChanged: '2026-11-20T10:00:00Z',
    fmsFormId: offer.fmsFormId,
    metadataId: offer.metadataId,
    messageId: null,
    paymentCheckoutSign: null,
    paymentAmount: null,
    paymentMethod: null,
    postboxSent: false,
    facts: context,
    metadata: { ...offer, mode: input.mode },
    area: { key: '010020000000', name: 'Kiel' },
    locale: 'de',
    availableUntil: '2026-12-20T10:00:00Z',
    responsibleDataProcessingUnitId: null,
    page: null,
    payment: null,
    submission: null,
    result: null,
  };
}

const sentAndTaken: readonly ProcessEvent[] = [
  completed,
  { type: 'submission.requested' },
  { type: 'submission.completed' },
  { type: 'result.acknowledged' },
];
/** A result of which the authority has said nothing yet. */
export const result: ResultView = {
  status: 'SUBMITTED',
  statusChecked: null,
  course: [],
  processingTime: null,
  expected: null,
  ticketNumber: 'SP-ABCD-EFGH-JKMN',
  submittedAt: '2026-11-20T10:00:00Z',
  paymentAmount: null,
  postbox: 'nothingToDo',
  postboxProvider: null,
  externalIdType: 'FIT_CONNECT',
  externalId: 'x-1',
  mail: null,
  owed: null,
  recalled: { de: [], en: [] },
  downloadsUntil: '2026-12-20T10:00:00Z',
  documentsLang: 'de',
  documents: [],
};

/** A process in every situation that leads a person to another step, created by the process workflow. */
export const processViews = {
  created: view('created', free),
  editing: view('editing', free, { type: 'form.progressed' }),
  noticeOpen: view('noticeOpen', withPostbox, completed),
  noticeChosen: view('noticeChosen', { ...withPostbox, feeCents: 1100 }, completedWithFee, chosen),
  noticeChosenLoginDue: view('noticeChosenLoginDue', { ...withPostbox, mode: 'complete' }, completed, chosen),
  noticeChosenReady: view('noticeChosenReady', withPostbox, completed, chosen),
  loginDue: view('loginDue', { ...free, mode: 'complete' }, completed),
  /** The account's values differ from those of a draft, or of completed data. */
  conflictInDraft: view('conflictInDraft', withUser, { type: 'form.progressed' }, differs),
  conflict: view('conflict', withUser, completed, differs),
  feeDue: view('feeDue', withFee, completedWithFee),
  paymentPending: view('paymentPending', withFee, completedWithFee, { type: 'payment.started' }),
  paymentFailed: view(
    'paymentFailed',
    withFee,
    completedWithFee,
    { type: 'payment.started' },
    { type: 'payment.failed' },
  ),
  /** The server proceeds automatically. */
  paid: view(
    'paid',
    withFee,
    completedWithFee,
    { type: 'payment.started' },
    { type: 'payment.settled', amountCents: 1100 },
    { type: 'submission.requested' },
  ),
  /** Paid, but the server cannot send it: the stored data is not the confirmed data. */
  held: view(
    'held',
    withFee,
    completedWithFee,
    { type: 'payment.started' },
    { type: 'payment.settled', amountCents: 1100 },
  ),
  ready: view('ready', free, completed),
  running: view('running', free, completed, { type: 'submission.requested' }),
  submitFailed: view(
    'submitFailed',
    free,
    completed,
    { type: 'submission.requested' },
    { type: 'submission.failed' },
  ),
  submitted: view(
    'submitted',
    withUser,
    completed,
    { type: 'submission.requested' },
    { type: 'submission.completed' },
  ),
  submittedByNobody: view(
    'submittedByNobody',
    free,
    completed,
    { type: 'submission.requested' },
    { type: 'submission.completed' },
  ),
  /** The authority has not answered yet. */
  followed: { ...view('followed', free, ...sentAndTaken), result },
  taken: view('taken', free, ...sentAndTaken),
} as const satisfies Record<string, ProcessView>;

const paid: ProcessEvent = { type: 'payment.settled', amountCents: 1100 };

/** Processes paid before anything else was settled, so that the data may not be changed any more. */
export const paidViews = {
  paidNoticeOpen: view('paidNoticeOpen', { ...withPostbox, feeCents: 1100 }, completedWithFee, paid),
  paidLoginDue: view('paidLoginDue', { ...withFee, mode: 'complete' }, completedWithFee, paid),
  paidSubmitFailed: view(
    'paidSubmitFailed',
    withFee,
    completedWithFee,
    { type: 'payment.started' },
    paid,
    { type: 'submission.requested' },
    { type: 'submission.failed' },
  ),
} as const satisfies Record<string, ProcessView>;

/** The process as returned in a language. */
export const readIn = (process: ProcessView, lang: Locale): ProcessView => ({
  ...process,
  metadata: { ...process.metadata, lang },
});

export type Situation = keyof typeof processViews | keyof typeof paidViews;
