import type { DraftView, ProgressView } from '#contract/personal-area.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import { allowedEvents, type Row, type StoredRow } from '../kit/advance.ts';
import { processMachine } from './process.machine.ts';
import { type Stage, stageOf } from './process.stage.ts';
import type { ProcessContext, ProcessEvent, ProcessEventType } from './process.types.ts';

export { feeIsDue } from './process.guards.ts';
export { goesOnByItself, nextStep } from './process.steps.ts';
export { stageOf };

/** A process as the server stores it. */
export type ProcessRow = Row<typeof processMachine>;

export type StatusIcon = 'pencil' | 'warning';
/** Moments that the draft list can show next to the status (spec section 4). */
export type StatusDate =
  | 'created'
  | 'lastEdited'
  | 'openPaymentFrom'
  | 'lastPaymentAttempt'
  | 'paid'
  | 'lastSubmissionAttempt'
  | 'submitted';

const display: Record<ProcessStatus, { icon: StatusIcon | null; date: StatusDate }> = {
  CREATED: { icon: 'pencil', date: 'created' },
  EDITING: { icon: 'pencil', date: 'lastEdited' },
  COMPLETED: { icon: 'pencil', date: 'lastEdited' },
  ELECTRONIC_NOTICE_SELECTED: { icon: 'pencil', date: 'lastEdited' },
  PAYMENT_PENDING: { icon: 'warning', date: 'openPaymentFrom' },
  PAYMENT_FAILURE: { icon: 'warning', date: 'lastPaymentAttempt' },
  PAID: { icon: 'pencil', date: 'paid' },
  SUBMITTED: { icon: null, date: 'submitted' },
  SUBMIT_FAILURE: { icon: 'warning', date: 'lastSubmissionAttempt' },
};

/** Icon of the status; null for a submitted one, which is no longer a draft. */
export const statusIcon = (status: ProcessStatus): StatusIcon | null => display[status].icon;
/** i18next key of the label of the status. */
export const statusTitleKey = (status: ProcessStatus) => `workflow:process.${status}` as const;
/** The stage of a draft; `summary` where the form has all it needs, and is to be confirmed. */
export function draftStage(draft: ProgressView & Pick<DraftView, 'step'>): Stage | 'summary' {
  const stage = stageOf(draft);
  return stage === 'form' && draft.step !== null && draft.step.at === draft.step.of ? 'summary' : stage;
}
/** Statuses that say only that a draft has not been sent. */
const saysNotSent: ReadonlySet<ProcessStatus> = new Set(['COMPLETED', 'ELECTRONIC_NOTICE_SELECTED']);

/**
 * First words about a draft: that it has not been sent, or is being sent; `status` says how it stands. Nobody who
 * glances at them may think that all is done.
 */
export function draftHeadline(
  draft: Parameters<typeof draftStage>[0],
): 'notSent' | 'status' | 'sending' | 'sent' {
  const stage = draftStage(draft);
  if (stage === 'sending' || stage === 'sent') return stage;
  return stage === 'summary' || saysNotSent.has(draft.status) ? 'notSent' : 'status';
}
/** i18next key of the label of the date next to the status. */
export const statusDateKey = (status: ProcessStatus) =>
  `workflow:statusDate.${display[status].date}` as const;

/**
 * Events that give the date next to the status a new value although the status stays: another failed attempt to send,
 * another choice of the notice.
 */
const datedAnew: ReadonlySet<ProcessEventType> = new Set(['submission.failed', 'notice.chosen']);
/** Whether an event that led from one status to another, or to the same, gives the status a new date. */
export const changesStatusDate = (from: string, to: string, event: ProcessEventType): boolean =>
  from !== to || datedAnew.has(event);

/**
 * One event of every type as it would be sent now; with `paidConsent`, so that operations that need it show as
 * possible.
 */
const candidateEvents = (context: ProcessContext): ProcessEvent[] => {
  const payloads: { [T in ProcessEventType]: Omit<Extract<ProcessEvent, { type: T }>, 'type'> } = {
    'form.progressed': {},
    'form.completed': { feeCents: context.feeCents },
    'place.changed': {
      mode: context.mode,
      feeCents: context.feeCents,
      noticeAllowed: context.noticeAllowed,
    },
    'notice.chosen': { accepted: true },
    'payment.started': {},
    'payment.settled': { amountCents: context.feeCents },
    'payment.failed': {},
    'payment.cancelled': {},
    'submission.requested': {},
    'submission.completed': {},
    'submission.failed': {},
    'user.changed': { authenticatedAfterCompletion: true, hasPostbox: context.hasPostbox },
    'conflict.found': {},
    'conflict.settled': {},
    'draft.deleted': { paidConsent: true },
    'result.acknowledged': {},
  };
  return Object.entries(payloads).map(([type, payload]) => ({ type, ...payload }) as ProcessEvent);
};

/**
 * Returns the events that this process accepts now.
 * @throws UnknownState when the row's state is unknown.
 */
const allowedProcessEvents = (row: StoredRow<typeof processMachine>): ProcessEventType[] =>
  allowedEvents(processMachine, row, candidateEvents(row.context));

/** The operations a person has on a process: those of spec section 4, and ours for payment and drafts. */
export type Operation =
  | 'progress'
  | 'complete'
  | 'changePlace'
  | 'electronicNotice'
  | 'startPayment'
  | 'submit'
  | 'persist'
  | 'decide'
  | 'delete'
  | 'ack';

const operationEvents: Record<Operation, ProcessEventType> = {
  progress: 'form.progressed',
  complete: 'form.completed',
  changePlace: 'place.changed',
  electronicNotice: 'notice.chosen',
  startPayment: 'payment.started',
  submit: 'submission.requested',
  persist: 'user.changed',
  decide: 'conflict.settled',
  delete: 'draft.deleted',
  ack: 'result.acknowledged',
};

/** Operations a person may be offered now. */
export function allowedOperations(row: StoredRow<typeof processMachine>): Operation[] {
  const allowed = new Set(allowedProcessEvents(row));
  return (Object.keys(operationEvents) as Operation[]).filter((it) => allowed.has(operationEvents[it]));
}
