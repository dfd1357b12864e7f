import { type Condition, type Facts, hold, type Payload } from './conditions.ts';

/**
 * The meaning of the statuses of a process, written by hand from spec section 4 and the table of the process
 * workflow. It does not import the machine: if they disagree, a test fails and a person decides.
 */

export type Status =
  | 'CREATED'
  | 'EDITING'
  | 'COMPLETED'
  | 'ELECTRONIC_NOTICE_SELECTED'
  | 'PAYMENT_PENDING'
  | 'PAYMENT_FAILURE'
  | 'PAID'
  | 'SUBMITTED'
  | 'SUBMIT_FAILURE';

/** The first case whose conditions hold decides; `stays` means the status does not change. */
type Case = { if: readonly Condition[]; to: Status | 'stays' | 'is gone' };

export type StatusEntry = {
  label: { de: string; en: string };
  icon: 'pencil' | 'warning' | null;
  dateLabel: { de: string; en: string };
  /** Event to its cases; an event that is not listed is refused. */
  allows: Readonly<Record<string, readonly Case[]>>;
};

const always = (to: Case['to']): Case[] => [{ if: [], to }];
const changeTheData: Case[] = [{ if: ['nothing is being sent', 'nothing is paid'], to: 'EDITING' }];
const chooseNotice: Case[] = [
  { if: ['nothing is being sent', 'the notice is offered'], to: 'ELECTRONIC_NOTICE_SELECTED' },
];
const pay: Case[] = [
  {
    if: [
      'the fee is open',
      'the notice is settled',
      'the person is logged in as needed',
      'every data conflict is decided',
    ],
    to: 'PAYMENT_PENDING',
  },
];
/** After a failed payment: the delivery of the notice was settled before, and is not asked for again. */
const payAgain: Case[] = [
  {
    if: ['the fee is open', 'the person is logged in as needed', 'every data conflict is decided'],
    to: 'PAYMENT_PENDING',
  },
];
const submit: Case[] = [
  {
    if: [
      'nothing is being sent',
      'no fee is open',
      'the notice is settled',
      'the person is logged in as needed',
      'every data conflict is decided',
    ],
    to: 'stays',
  },
];
/** After the payment, or after a failed submission. */
const submitThen: Case[] = [
  {
    if: [
      'nothing is being sent',
      'no fee is open',
      'the person is logged in as needed',
      'every data conflict is decided',
    ],
    to: 'stays',
  },
];
const sent: Case[] = [{ if: ['it is being sent'], to: 'SUBMITTED' }];
const notSent: Case[] = [{ if: ['it is being sent'], to: 'SUBMIT_FAILURE' }];
const takeOver: Case[] = [{ if: ['nothing is being sent'], to: 'stays' }];
/** The postbox is gone, so it cannot receive a notice: the choice is open again. */
const takeOverChosen: Case[] = [
  {
    if: ['nothing is being sent', 'the login comes without a postbox', 'the notice was accepted'],
    to: 'COMPLETED',
  },
  ...takeOver,
];
const remove: Case[] = [
  { if: ['nothing is being sent', 'nothing is paid or the person consents twice'], to: 'is gone' },
];
const moneyIn: Case[] = [{ if: ['the amount is the open fee'], to: 'PAID' }, ...always('stays')];

/** The account's values differ from the form's, which counts only while the data can be changed. */
const conflict = {
  'conflict.found': [
    { if: ['there is an account', 'nothing is being sent', 'nothing is paid'], to: 'stays' },
  ] as Case[],
  'conflict.settled': [{ if: ['a data conflict is open'], to: 'stays' }] as Case[],
};

const readyToSend = {
  'submission.requested': submitThen,
  'submission.completed': sent,
  'submission.failed': notSent,
  'user.changed': takeOver,
  'draft.deleted': remove,
};
const completed = {
  ...readyToSend,
  ...conflict,
  'submission.requested': submit,
  'form.progressed': changeTheData,
  'notice.chosen': chooseNotice,
  'payment.started': pay,
  'payment.settled': always('stays'),
};

export const statusTable: Record<Status, StatusEntry> = {
  CREATED: {
    label: { de: 'Begonnen', en: 'Started' },
    icon: 'pencil',
    dateLabel: { de: 'Begonnen am', en: 'Created on' },
    allows: {
      ...conflict,
      'form.progressed': always('EDITING'),
      'place.changed': always('stays'),
      'form.completed': always('COMPLETED'),
      'user.changed': always('stays'),
      'draft.deleted': always('is gone'),
    },
  },
  EDITING: {
    label: { de: 'Noch auszufüllen', en: 'Still to be filled in' },
    icon: 'pencil',
    dateLabel: { de: 'Zuletzt bearbeitet am', en: 'Last edited on' },
    allows: {
      ...conflict,
      'form.progressed': always('stays'),
      'place.changed': [{ if: ['nothing is being sent', 'nothing is paid'], to: 'stays' }],
      'form.completed': always('COMPLETED'),
      'payment.settled': always('stays'),
      'user.changed': always('stays'),
      'draft.deleted': remove,
    },
  },
  COMPLETED: {
    label: { de: 'Nicht gesendet', en: 'Not sent' },
    icon: 'pencil',
    dateLabel: { de: 'Zuletzt bearbeitet am', en: 'Last edited on' },
    allows: completed,
  },
  ELECTRONIC_NOTICE_SELECTED: {
    label: { de: 'Nicht gesendet', en: 'Not sent' },
    icon: 'pencil',
    dateLabel: { de: 'Zuletzt bearbeitet am', en: 'Last edited on' },
    allows: { ...completed, 'user.changed': takeOverChosen },
  },
  PAYMENT_PENDING: {
    label: { de: 'Zahlung offen', en: 'Payment open' },
    icon: 'warning',
    dateLabel: { de: 'Zahlung offen seit', en: 'Open payment from' },
    allows: {
      ...conflict,
      'payment.started': always('stays'),
      'payment.settled': moneyIn,
      'payment.failed': always('PAYMENT_FAILURE'),
      'payment.cancelled': always('PAYMENT_FAILURE'),
      'user.changed': always('stays'),
    },
  },
  PAYMENT_FAILURE: {
    label: { de: 'Zahlung fehlgeschlagen', en: 'Payment failed' },
    icon: 'warning',
    dateLabel: { de: 'Letzter Zahlungsversuch am', en: 'Last payment attempt on' },
    allows: {
      ...conflict,
      'form.progressed': changeTheData,
      'payment.started': payAgain,
      'payment.settled': moneyIn,
      'user.changed': always('stays'),
      'draft.deleted': remove,
    },
  },
  PAID: {
    label: { de: 'Bezahlt', en: 'Paid' },
    icon: 'pencil',
    dateLabel: { de: 'Bezahlt am', en: 'Paid on' },
    allows: { ...readyToSend, 'payment.settled': always('stays') },
  },
  SUBMITTED: {
    label: { de: 'Gesendet', en: 'Submitted' },
    icon: null,
    dateLabel: { de: 'Gesendet am', en: 'Submitted on' },
    allows: { 'result.acknowledged': always('stays'), 'payment.settled': always('stays') },
  },
  SUBMIT_FAILURE: {
    label: { de: 'Senden fehlgeschlagen', en: 'Submission failed' },
    icon: 'warning',
    dateLabel: { de: 'Letzter Sendeversuch am', en: 'Last submission attempt on' },
    allows: {
      ...readyToSend,
      ...conflict,
      'form.progressed': changeTheData,
      'payment.settled': always('stays'),
    },
  },
};

/** The table's result for an event: the status after it, `deleted`, or null when it must be refused. */
export function expectedStatus(
  status: Status,
  facts: Facts,
  event: { type: string } & Payload,
): Status | 'deleted' | null {
  const found = statusTable[status].allows[event.type]?.find((it) => hold(it.if, facts, event));
  if (!found) return null;
  if (found.to === 'stays') return status;
  return found.to === 'is gone' ? 'deleted' : found.to;
}

const paidFor: readonly Condition[] = [
  'nothing is being sent',
  'something is paid',
  'no fee is open',
  'the person is logged in as needed',
  'every data conflict is decided',
];
const sentByItself: { [S in Status]?: readonly Condition[] } = {
  COMPLETED: [...paidFor, 'the notice is settled'],
  ELECTRONIC_NOTICE_SELECTED: paidFor,
  // A person with a payment in progress is no longer asked about the notice.
  PAID: paidFor,
};

/** Paid means sent: whether the server proceeds automatically from here. A failed submission waits for the person. */
export const isSentByItself = (status: Status, facts: Facts): boolean =>
  sentByItself[status] !== undefined && hold(sentByItself[status], facts, {});

type Seen = { status: Status; facts: Facts };

/** True if the application is being sent after an accepted event. */
export function expectedSending(event: string, before: Seen, { status, facts }: Seen): boolean {
  if (event === 'submission.requested') return true;
  if (event === 'submission.completed' || event === 'submission.failed') return false;
  return before.facts.running || isSentByItself(status, { ...facts, running: false });
}

/** True if a data conflict is open after an accepted event: a paid application is sent as confirmed. */
export function expectedConflict(event: string, before: Facts, after: Facts): boolean {
  if (after.paidCents > 0) return false;
  if (event === 'conflict.found' || event === 'conflict.settled') return event === 'conflict.found';
  return before.conflictOpen;
}
