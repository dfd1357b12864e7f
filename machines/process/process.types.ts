import type { ProcessFacts } from '#contract/process.ts';
import type { ProcessStatus } from '#domain/process-status.ts';

/** Statuses that a process can be seen in, and `deleted`, after which its row is erased. */
export type ProcessState = ProcessStatus | 'deleted';

/** Context of a process, stored as JSON next to the status. */
export type ProcessContext = ProcessFacts;

export type ProcessInput = Pick<
  ProcessContext,
  'mode' | 'feeCents' | 'noticeAllowed' | 'hasUser' | 'hasPostbox'
>;

export type ProcessEvent =
  /**
   * The data was saved; `feeCents` when the form decides the fee. `loginHolds`: the login that has confirmed the data
   * counts for the changed data as well; absent, it does not.
   */
  | { type: 'form.progressed'; feeCents?: number; loginHolds?: boolean }
  /** The server found the data valid; `feeCents` is the fee for exactly this data. */
  | { type: 'form.completed'; feeCents: number; loginHolds?: boolean }
  /**
   * The application is for another place now, whose offer says who has to log in when, the fee and the kind of notice.
   */
  | ({ type: 'place.changed' } & Pick<ProcessContext, 'mode' | 'feeCents' | 'noticeAllowed'>)
  | { type: 'notice.chosen'; accepted: boolean }
  /** A payment attempt was opened, for the first time or again. */
  | { type: 'payment.started' }
  /** The provider reports, when asked, that an attempt was paid; sent once per attempt. */
  | { type: 'payment.settled'; amountCents: number }
  /** The provider reports that the current attempt failed. */
  | { type: 'payment.failed' }
  | { type: 'payment.cancelled' }
  | { type: 'submission.requested' }
  | { type: 'submission.completed' }
  | { type: 'submission.failed' }
  /**
   * A person logged in: the process is theirs now, or the server has checked again whether they have a postbox.
   * `feeCents` where the fee depends on the login.
   */
  | {
      type: 'user.changed';
      authenticatedAfterCompletion: boolean;
      hasPostbox: boolean;
      /** False where another person has confirmed the data than the one who acts now. */
      loginHolds?: boolean;
      feeCents?: number | undefined;
    }
  /** A login brought data that differs from the form in something that the person has not decided. */
  | { type: 'conflict.found' }
  /**
   * The person has decided about all differences, or there are none any more. `loginHolds`: false where another person
   * has confirmed the data than the one who decides.
   */
  | { type: 'conflict.settled'; loginHolds?: boolean }
  /** `paidConsent`: the second, explicit consent to delete a paid process. */
  | { type: 'draft.deleted'; paidConsent: boolean }
  | { type: 'result.acknowledged' };

export type ProcessEventType = ProcessEvent['type'];
