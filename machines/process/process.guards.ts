import type { ProcessContext, ProcessEvent } from './process.types.ts';

/** The fee is above zero and the paid amount is not exactly the fee. */
export const feeIsDue = (context: ProcessContext): boolean =>
  context.feeCents > 0 && context.paidCents !== context.feeCents;

/**
 * The form allows the electronic notice, and there is a postbox to receive it. Until when it can be chosen say this
 * machine's states, and for the browser `noticeMayChange` (machines/application/application.guards.ts).
 */
export const noticeIsOffered = (context: ProcessContext): boolean =>
  context.noticeAllowed && context.hasPostbox;

/** The electronic notice is offered and nothing has been chosen yet. */
export const noticeIsOpen = (context: ProcessContext): boolean =>
  noticeIsOffered(context) && context.notice === null;

/** The mode requires a login before payment or submission that has not happened yet (spec sections 4 and 5). */
export function loginIsDue({ mode, hasUser, loginConfirmed }: ProcessContext): boolean {
  switch (mode) {
    case 'none':
      return false;
    case 'start':
    case 'start_or_complete':
      return !hasUser;
    case 'complete':
    case 'start_and_complete':
      return !loginConfirmed;
  }
}

/**
 * Data of the account can be weighed against the form while the data can still be changed; without an account there is
 * no such data. Paid data is sent as it was confirmed.
 */
const conflictMayOpen = (context: ProcessContext): boolean => context.hasUser && dataMayChange(context);

/** Nothing is being sent and nothing is paid: the data can be opened again. */
export const dataMayChange = ({ running, paidCents }: ProcessContext): boolean => !running && paidCents === 0;

/** The amount pays the current fee; money is never counted twice. */
const amountFits = (context: ProcessContext, amountCents: number): boolean =>
  feeIsDue(context) && context.paidCents === 0 && amountCents === context.feeCents;

/** The login is done, and no difference between the account and the form is left to decide. */
const isDecided = (context: ProcessContext): boolean => !loginIsDue(context) && !context.conflictOpen;

type Args = { context: ProcessContext; event: ProcessEvent };

/** Guards of the machine: statements, pure and total. */
export const processGuards = {
  submissionIsIdle: ({ context }: Args) => !context.running,
  submissionIsRunning: ({ context }: Args) => context.running,
  dataMayChange: ({ context }: Args) => dataMayChange(context),
  noticeMayBeChosen: ({ context }: Args) => !context.running && noticeIsOffered(context),
  acceptedNoticeLosesItsPostbox: ({ context, event }: Args) =>
    !context.running && event.type === 'user.changed' && !event.hasPostbox && context.notice === 'accepted',
  conflictMayOpen: ({ context }: Args) => conflictMayOpen(context),
  conflictIsOpen: ({ context }: Args) => context.conflictOpen,
  paymentMayStart: ({ context }: Args) => feeIsDue(context) && !noticeIsOpen(context) && isDecided(context),
  paymentMayBeRepeated: ({ context }: Args) => feeIsDue(context) && isDecided(context),
  submissionMayStart: ({ context }: Args) =>
    !context.running && !feeIsDue(context) && !noticeIsOpen(context) && isDecided(context),
  submissionMayFollow: ({ context }: Args) => !context.running && !feeIsDue(context) && isDecided(context),
  moneyPaysTheFee: ({ context, event }: Args) =>
    event.type === 'payment.settled' && amountFits(context, event.amountCents),
  draftMayGo: ({ context, event }: Args) =>
    !context.running && (context.paidCents === 0 || (event.type === 'draft.deleted' && event.paidConsent)),
};
