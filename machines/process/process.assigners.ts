import { assertEvent } from 'xstate';
import type { ProcessContext, ProcessEvent } from './process.types.ts';

type Args = { context: ProcessContext; event: ProcessEvent };
type Update = Partial<ProcessContext>;

/** An accepted notice does not survive a login without a postbox; a declined one does. */
const loggedIn = ({ notice }: ProcessContext, hasPostbox: boolean): Update => ({
  hasUser: true,
  hasPostbox,
  notice: notice === 'accepted' && !hasPostbox ? null : notice,
});

/**
 * Assigners of the transitions. Editing requires a new login where the mode wants one after completion, except for
 * fields that a data conflict has named, for a while (docs/decisions/0052-login-that-confirms.md); the choice of the
 * notice stays, as it does not depend on the data and can be changed before payment.
 */
export const processAssigners = {
  keepProgress: ({ context, event }: Args): Update => {
    assertEvent(event, 'form.progressed');
    return {
      feeCents: event.feeCents ?? context.feeCents,
      loginConfirmed: context.loginConfirmed && event.loginHolds === true,
    };
  },

  /** Keeps money that arrived while the data was changed for the fee only if the fee is still the same. */
  keepCompletion: ({ context, event }: Args): Update => {
    assertEvent(event, 'form.completed');
    const fits = context.paidCents === event.feeCents;
    return {
      feeCents: event.feeCents,
      loginConfirmed: context.loginConfirmed && event.loginHolds === true,
      paidCents: fits ? context.paidCents : 0,
      refundDueCents: context.refundDueCents + (fits ? 0 : context.paidCents),
    };
  },

  /** Keeps the choice about the notice where the new place offers it, too. */
  keepOffer: ({ context, event }: Args): Update => {
    assertEvent(event, 'place.changed');
    const { mode, feeCents, noticeAllowed } = event;
    return {
      mode,
      feeCents,
      noticeAllowed,
      notice: noticeAllowed ? context.notice : null,
      loginConfirmed: false,
    };
  },

  keepNotice: ({ event }: Args): Update => {
    assertEvent(event, 'notice.chosen');
    return { notice: event.accepted ? 'accepted' : 'declined' };
  },

  keepPayment: ({ event }: Args): Update => {
    assertEvent(event, 'payment.settled');
    // From here on the data cannot change: it is sent as it was confirmed.
    return { paidCents: event.amountCents, conflictOpen: false };
  },

  markRefund: ({ context, event }: Args): Update => {
    assertEvent(event, 'payment.settled');
    return { refundDueCents: context.refundDueCents + event.amountCents };
  },

  keepUser: ({ context, event }: Args): Update => {
    assertEvent(event, 'user.changed');
    return {
      ...loggedIn(context, event.hasPostbox),
      loginConfirmed: context.loginConfirmed && event.loginHolds !== false,
    };
  },

  keepUserAfterCompletion: ({ context, event }: Args): Update => {
    assertEvent(event, 'user.changed');
    return {
      ...loggedIn(context, event.hasPostbox),
      loginConfirmed:
        (context.loginConfirmed && event.loginHolds !== false) || event.authenticatedAfterCompletion,
    };
  },

  /** Lets a fee that depends on the login follow it until a payment is offered; a payment stays as it is. */
  keepFee: ({ context, event }: Args): Update => {
    assertEvent(event, 'user.changed');
    return context.paidCents === 0 && event.feeCents !== undefined ? { feeCents: event.feeCents } : {};
  },

  openConflict: (): Update => ({ conflictOpen: true }),
  closeConflict: ({ context, event }: Args): Update => {
    assertEvent(event, 'conflict.settled');
    return { conflictOpen: false, loginConfirmed: context.loginConfirmed && event.loginHolds !== false };
  },
  beginSubmission: (): Update => ({ running: true }),
  endSubmission: (): Update => ({ running: false }),
  acknowledge: (): Update => ({ acknowledged: true }),
};
