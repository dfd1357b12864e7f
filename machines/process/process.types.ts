import type { ProcessFacts } from '#domain/process.ts';
import type { ProcessStatus } from '#domain/process-status.ts';

/** Statuses that a process can be seen in, and `deleted`, after which its row is erased. */
export type ProcessState = ProcessStatus | 'deleted';

/** Stored as JSON beside the status. */
export type ProcessContext = ProcessFacts;

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
