/** Login requirement of a form (spec section 3, mode). */
export type LoginMode = 'none' | 'start' | 'complete' | 'start_or_complete' | 'start_and_complete';

/** The nine statuses of spec section 4, verbatim. */
export const processStatuses = [
  'CREATED',
  'EDITING',
  'COMPLETED',
  'ELECTRONIC_NOTICE_SELECTED',
  'PAYMENT_PENDING',
  'PAYMENT_FAILURE',
  'PAID',
  'SUBMITTED',
  'SUBMIT_FAILURE',
] as const;

export type ProcessStatus = (typeof processStatuses)[number];

/** Statuses that a process can be seen in, and `deleted`, after which its row is erased. */
export type ProcessState = ProcessStatus | 'deleted';

/** Facts the status depends on; stored as JSON beside it. Money is in cents. */
export type ProcessContext = {
  mode: LoginMode;
  /** Fee of the metadata or of the form as last computed; 0 when free. */
  feeCents: number;
  /** Money that pays the fee; either 0 or what the fee was when it was settled. */
  paidCents: number;
  /** Money that arrived and does not pay the fee: an operator returns it. */
  refundDueCents: number;
  /** The metadata allows that the notice comes electronically. */
  noticeOffered: boolean;
  notice: null | 'accepted' | 'declined';
  /** The process belongs to a person who is logged in. */
  hasUser: boolean;
  /** The person has authenticated after the data was completed. */
  loginConfirmed: boolean;
  /** A submission is under way. */
  running: boolean;
  /** The result has been taken: the process is off the drafts list. */
  acknowledged: boolean;
};

export type ProcessInput = Pick<ProcessContext, 'mode' | 'feeCents' | 'noticeOffered' | 'hasUser'>;

export type ProcessEvent =
  /** The data was saved; `feeCents` when the form decides the fee. */
  | { type: 'form.progressed'; feeCents?: number }
  /** The server found the data valid; `feeCents` is what is to be paid for exactly this data. */
  | { type: 'form.completed'; feeCents: number }
  | { type: 'notice.chosen'; accepted: boolean }
  /** A payment attempt was opened, or opened anew. */
  | { type: 'payment.started' }
  /** The provider says on being asked that an attempt was paid; sent once an attempt. */
  | { type: 'payment.settled'; amountCents: number }
  /** The provider says that the present attempt failed. */
  | { type: 'payment.failed' }
  | { type: 'payment.cancelled' }
  | { type: 'submission.requested' }
  | { type: 'submission.completed' }
  | { type: 'submission.failed' }
  /** A person has logged in and the process is theirs now. */
  | { type: 'user.changed'; authenticatedAfterCompletion: boolean }
  /** `paidConsent`: the second, explicit consent that a paid process may go. */
  | { type: 'draft.deleted'; paidConsent: boolean }
  | { type: 'result.acknowledged' };

export type ProcessEventType = ProcessEvent['type'];
