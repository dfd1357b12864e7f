import type { LoginMode } from '#domain/login.ts';
import type { NoticeChoice, ProcessStatus } from '#domain/process-status.ts';

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
  /** The form allows that the notice comes electronically; it is offered only to who has a postbox, too. */
  noticeAllowed: boolean;
  notice: NoticeChoice | null;
  /** The process belongs to a person who is logged in. */
  hasUser: boolean;
  /** The person's account has a postbox, as of the last login; nobody without an account has one. */
  hasPostbox: boolean;
  /** The person has authenticated after the data was completed. */
  loginConfirmed: boolean;
  /** A submission is under way. */
  running: boolean;
  /** The result has been taken: the process is off the drafts list. */
  acknowledged: boolean;
};

export type ProcessInput = Pick<
  ProcessContext,
  'mode' | 'feeCents' | 'noticeAllowed' | 'hasUser' | 'hasPostbox'
>;

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
  /** A person has logged in: the process is theirs now, or it is known anew whether they have a postbox. */
  | { type: 'user.changed'; authenticatedAfterCompletion: boolean; hasPostbox: boolean }
  /** `paidConsent`: the second, explicit consent that a paid process may go. */
  | { type: 'draft.deleted'; paidConsent: boolean }
  | { type: 'result.acknowledged' };

export type ProcessEventType = ProcessEvent['type'];
