import { assign, setup } from 'xstate';
import { type RuleMeta, rule, type StateMeta } from '../kit/rule.ts';
import { processAssigners } from './process.assigners.ts';
import { processGuards } from './process.guards.ts';
import type { ProcessContext, ProcessEvent, ProcessInput, ProcessState } from './process.types.ts';

const title = (state: ProcessState): StateMeta => ({ titleKey: `workflow:process.${state}` });

/** Completed data is changed again. */
const changedAgain = { target: 'EDITING', actions: 'keepProgress', ...rule('PROC-11', 'assumed') } as const;

/** Money that pays no fee is never dropped, whatever the status. */
const refundDue = { actions: 'markRefund', ...rule('PROC-08', 'assumed') } as const;

/** Money can come in while nobody pays any more: a payment that failed is reported as paid after all. */
const settledLate = [
  { guard: 'moneyPaysTheFee', actions: 'keepPayment', ...rule('PROC-07', 'assumed') },
  refundDue,
] as const;

/** The ends of a submission. */
const submission = {
  'submission.completed': {
    target: 'SUBMITTED',
    guard: 'submissionIsRunning',
    actions: 'endSubmission',
    ...rule('PROC-17', 'spec 4'),
  },
  'submission.failed': {
    target: 'SUBMIT_FAILURE',
    guard: 'submissionIsRunning',
    actions: 'endSubmission',
    ...rule('PROC-18', 'spec 4'),
  },
} as const;

/** A login while the data is open. */
const loggedIn = { actions: ['keepUser', 'keepFee'], ...rule('PROC-03', 'spec 4') } as const;

/** A login after the data was completed. */
const loggedInAfterCompletion = { actions: 'keepUserAfterCompletion', ...rule('PROC-19', 'spec 4') } as const;

/** The arrows of a conflict between the data of the account and that of the form; neither changes the status. */
const conflict = {
  'conflict.found': { guard: 'conflictMayOpen', actions: 'openConflict', ...rule('PROC-59', 'spec 4') },
  'conflict.settled': { guard: 'conflictIsOpen', actions: 'closeConflict', ...rule('PROC-60', 'spec 4') },
} as const;

const draftDeleted = { target: 'deleted', guard: 'draftMayGo', ...rule('PROC-10', 'assumed') } as const;

/** The arrows that both statuses of completed data share: choosing the notice does not change the data. */
const completed = {
  'form.progressed': { ...changedAgain, guard: 'dataMayChange' },
  'notice.chosen': {
    target: 'ELECTRONIC_NOTICE_SELECTED',
    guard: 'noticeMayBeChosen',
    actions: 'keepNotice',
    ...rule('PROC-12', 'spec 4'),
  },
  'payment.started': {
    target: 'PAYMENT_PENDING',
    guard: 'paymentMayStart',
    ...rule('PROC-13', 'assumed'),
  },
  'payment.settled': settledLate,
  'submission.requested': {
    guard: 'submissionMayStart',
    actions: 'beginSubmission',
    ...rule('PROC-16', 'assumed'),
  },
  ...submission,
  'user.changed': {
    ...loggedInAfterCompletion,
    guard: 'submissionIsIdle',
    actions: ['keepUserAfterCompletion', 'keepFee'],
  },
  ...conflict,
  'draft.deleted': draftDeleted,
} as const;

/**
 * The process of one application: spec section 4 gives the statuses and the operations; the arrows marked `assumed` are
 * ours. docs/machines.md explains them.
 */
export const processMachine = setup({
  types: {
    context: {} as ProcessContext,
    events: {} as ProcessEvent,
    input: {} as ProcessInput,
    meta: {} as StateMeta,
    transitionMeta: {} as RuleMeta,
  },
  guards: processGuards,
  actions: {
    keepProgress: assign(processAssigners.keepProgress),
    keepCompletion: assign(processAssigners.keepCompletion),
    keepOffer: assign(processAssigners.keepOffer),
    keepNotice: assign(processAssigners.keepNotice),
    keepPayment: assign(processAssigners.keepPayment),
    markRefund: assign(processAssigners.markRefund),
    keepUser: assign(processAssigners.keepUser),
    keepUserAfterCompletion: assign(processAssigners.keepUserAfterCompletion),
    keepFee: assign(processAssigners.keepFee),
    beginSubmission: assign(processAssigners.beginSubmission),
    endSubmission: assign(processAssigners.endSubmission),
    openConflict: assign(processAssigners.openConflict),
    closeConflict: assign(processAssigners.closeConflict),
    acknowledge: assign(processAssigners.acknowledge),
  },
}).createMachine({
  id: 'process',
  context: ({ input }) => ({
    mode: input.mode,
    feeCents: input.feeCents,
    paidCents: 0,
    refundDueCents: 0,
    noticeAllowed: input.noticeAllowed,
    notice: null,
    hasUser: input.hasUser,
    hasPostbox: input.hasPostbox,
    loginConfirmed: false,
    conflictOpen: false,
    running: false,
    acknowledged: false,
  }),
  initial: 'CREATED',
  states: {
    CREATED: {
      meta: title('CREATED'),
      on: {
        'form.progressed': { target: 'EDITING', actions: 'keepProgress', ...rule('PROC-01', 'spec 4') },
        'form.completed': { target: 'COMPLETED', actions: 'keepCompletion', ...rule('PROC-02', 'assumed') },
        'place.changed': { actions: 'keepOffer', ...rule('PROC-73', 'assumed') },
        'user.changed': loggedIn,
        ...conflict,
        'draft.deleted': { target: 'deleted', ...rule('PROC-04', 'assumed') },
      },
    },
    EDITING: {
      meta: title('EDITING'),
      on: {
        'form.progressed': { target: 'EDITING', actions: 'keepProgress', ...rule('PROC-05', 'spec 4') },
        'form.completed': { target: 'COMPLETED', actions: 'keepCompletion', ...rule('PROC-06', 'spec 4') },
        'payment.settled': settledLate,
        'place.changed': { guard: 'dataMayChange', actions: 'keepOffer', ...rule('PROC-74', 'assumed') },
        'user.changed': loggedIn,
        ...conflict,
        'draft.deleted': draftDeleted,
      },
    },
    COMPLETED: { meta: title('COMPLETED'), on: completed },
    ELECTRONIC_NOTICE_SELECTED: {
      meta: title('ELECTRONIC_NOTICE_SELECTED'),
      on: {
        ...completed,
        'notice.chosen': { ...completed['notice.chosen'], ...rule('PROC-22', 'assumed') },
        'user.changed': [
          {
            ...completed['user.changed'],
            target: 'COMPLETED',
            guard: 'acceptedNoticeLosesItsPostbox',
            ...rule('PROC-58', 'assumed'),
          },
          completed['user.changed'],
        ],
      },
    },
    PAYMENT_PENDING: {
      meta: title('PAYMENT_PENDING'),
      on: {
        'payment.started': { target: 'PAYMENT_PENDING', ...rule('PROC-31', 'spec 4') },
        'payment.settled': [
          { target: 'PAID', guard: 'moneyPaysTheFee', actions: 'keepPayment', ...rule('PROC-32', 'spec 4') },
          refundDue,
        ],
        'payment.failed': { target: 'PAYMENT_FAILURE', ...rule('PROC-34', 'spec 4') },
        'payment.cancelled': { target: 'PAYMENT_FAILURE', ...rule('PROC-35', 'spec 4') },
        'user.changed': loggedInAfterCompletion,
        ...conflict,
      },
    },
    PAYMENT_FAILURE: {
      meta: title('PAYMENT_FAILURE'),
      on: {
        'form.progressed': changedAgain,
        'payment.started': {
          target: 'PAYMENT_PENDING',
          guard: 'paymentMayBeRepeated',
          ...rule('PROC-38', 'spec 4'),
        },
        'payment.settled': [
          { target: 'PAID', guard: 'moneyPaysTheFee', actions: 'keepPayment', ...rule('PROC-39', 'assumed') },
          refundDue,
        ],
        'user.changed': loggedInAfterCompletion,
        ...conflict,
        'draft.deleted': { target: 'deleted', ...rule('PROC-42', 'assumed') },
      },
    },
    PAID: {
      meta: title('PAID'),
      on: {
        'payment.settled': refundDue,
        'submission.requested': {
          guard: 'submissionMayFollow',
          actions: 'beginSubmission',
          ...rule('PROC-44', 'assumed'),
        },
        ...submission,
        'user.changed': { ...loggedInAfterCompletion, guard: 'submissionIsIdle' },
        'draft.deleted': draftDeleted,
      },
    },
    SUBMIT_FAILURE: {
      meta: title('SUBMIT_FAILURE'),
      on: {
        'form.progressed': { ...changedAgain, guard: 'dataMayChange' },
        'payment.settled': refundDue,
        'submission.requested': {
          guard: 'submissionMayFollow',
          actions: 'beginSubmission',
          ...rule('PROC-51', 'spec 4'),
        },
        ...submission,
        'user.changed': { ...loggedInAfterCompletion, guard: 'submissionIsIdle' },
        ...conflict,
        'draft.deleted': draftDeleted,
      },
    },
    SUBMITTED: {
      meta: title('SUBMITTED'),
      on: {
        'result.acknowledged': { actions: 'acknowledge', ...rule('PROC-56', 'assumed') },
        'payment.settled': refundDue,
      },
    },
    deleted: { type: 'final', meta: title('deleted') },
  },
});
