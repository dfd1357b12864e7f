import { assign, setup } from 'xstate';
import type { RuleMeta, StateMeta } from '../kit/rule.ts';
import { processAssigners } from './process.assigners.ts';
import { processGuards } from './process.guards.ts';
import { rules } from './process.rules.ts';
import type { ProcessContext, ProcessEvent, ProcessInput, ProcessState } from './process.types.ts';

const title = (state: ProcessState): StateMeta => ({ titleKey: `workflow:process.${state}` });

/** What can happen to completed data that is neither paid nor sent, each with the id of its rule in that status. */
type Completed<Id> = Record<
  | 'form.progressed'
  | 'notice.chosen'
  | 'payment.started'
  | 'submission.requested'
  | 'submission.completed'
  | 'submission.failed'
  | 'user.changed'
  | 'conflict.found'
  | 'conflict.settled'
  | 'draft.deleted',
  Id
> & { 'payment.settled': readonly [ofTheFee: Id, other: Id] };

/** The arrows of a conflict between the data of the account and that of the form; neither changes the status. */
const conflict = (found: keyof typeof rules, settled: keyof typeof rules) =>
  ({
    'conflict.found': { guard: 'conflictMayOpen', actions: 'openConflict', ...rules[found] },
    'conflict.settled': { guard: 'conflictIsOpen', actions: 'closeConflict', ...rules[settled] },
  }) as const;

/** The arrows that both statuses of completed data share: choosing the notice does not change the data. */
const completed = (ids: Completed<keyof typeof rules>) =>
  ({
    'form.progressed': {
      target: 'EDITING',
      guard: 'dataMayChange',
      actions: 'keepProgress',
      ...rules[ids['form.progressed']],
    },
    'notice.chosen': {
      target: 'ELECTRONIC_NOTICE_SELECTED',
      guard: 'noticeMayBeChosen',
      actions: 'keepNotice',
      ...rules[ids['notice.chosen']],
    },
    'payment.started': {
      target: 'PAYMENT_PENDING',
      guard: 'paymentMayStart',
      ...rules[ids['payment.started']],
    },
    'payment.settled': [
      { guard: 'moneyPaysTheFee', actions: 'keepPayment', ...rules[ids['payment.settled'][0]] },
      { actions: 'markRefund', ...rules[ids['payment.settled'][1]] },
    ],
    'submission.requested': {
      guard: 'submissionMayStart',
      actions: 'beginSubmission',
      ...rules[ids['submission.requested']],
    },
    'submission.completed': {
      target: 'SUBMITTED',
      guard: 'submissionIsRunning',
      actions: 'endSubmission',
      ...rules[ids['submission.completed']],
    },
    'submission.failed': {
      target: 'SUBMIT_FAILURE',
      guard: 'submissionIsRunning',
      actions: 'endSubmission',
      ...rules[ids['submission.failed']],
    },
    'user.changed': {
      guard: 'submissionIsIdle',
      actions: ['keepUserAfterCompletion', 'keepFee'],
      ...rules[ids['user.changed']],
    },
    ...conflict(ids['conflict.found'], ids['conflict.settled']),
    'draft.deleted': { target: 'deleted', guard: 'draftMayGo', ...rules[ids['draft.deleted']] },
  }) as const;

const completedWithNotice = completed({
  'form.progressed': 'PROC-21',
  'notice.chosen': 'PROC-22',
  'payment.started': 'PROC-23',
  'payment.settled': ['PROC-24', 'PROC-25'],
  'submission.requested': 'PROC-26',
  'submission.completed': 'PROC-27',
  'submission.failed': 'PROC-28',
  'user.changed': 'PROC-29',
  'conflict.found': 'PROC-65',
  'conflict.settled': 'PROC-66',
  'draft.deleted': 'PROC-30',
});

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
        'form.progressed': { target: 'EDITING', actions: 'keepProgress', ...rules['PROC-01'] },
        'form.completed': { target: 'COMPLETED', actions: 'keepCompletion', ...rules['PROC-02'] },
        'place.changed': { actions: 'keepOffer', ...rules['PROC-73'] },
        'user.changed': { actions: ['keepUser', 'keepFee'], ...rules['PROC-03'] },
        ...conflict('PROC-59', 'PROC-60'),
        'draft.deleted': { target: 'deleted', ...rules['PROC-04'] },
      },
    },
    EDITING: {
      meta: title('EDITING'),
      on: {
        'form.progressed': { target: 'EDITING', actions: 'keepProgress', ...rules['PROC-05'] },
        'form.completed': { target: 'COMPLETED', actions: 'keepCompletion', ...rules['PROC-06'] },
        'payment.settled': [
          { guard: 'moneyPaysTheFee', actions: 'keepPayment', ...rules['PROC-07'] },
          { actions: 'markRefund', ...rules['PROC-08'] },
        ],
        'place.changed': { guard: 'dataMayChange', actions: 'keepOffer', ...rules['PROC-74'] },
        'user.changed': { actions: ['keepUser', 'keepFee'], ...rules['PROC-09'] },
        ...conflict('PROC-61', 'PROC-62'),
        'draft.deleted': { target: 'deleted', guard: 'draftMayGo', ...rules['PROC-10'] },
      },
    },
    COMPLETED: {
      meta: title('COMPLETED'),
      on: completed({
        'form.progressed': 'PROC-11',
        'notice.chosen': 'PROC-12',
        'payment.started': 'PROC-13',
        'payment.settled': ['PROC-14', 'PROC-15'],
        'submission.requested': 'PROC-16',
        'submission.completed': 'PROC-17',
        'submission.failed': 'PROC-18',
        'user.changed': 'PROC-19',
        'conflict.found': 'PROC-63',
        'conflict.settled': 'PROC-64',
        'draft.deleted': 'PROC-20',
      }),
    },
    ELECTRONIC_NOTICE_SELECTED: {
      meta: title('ELECTRONIC_NOTICE_SELECTED'),
      on: {
        ...completedWithNotice,
        'user.changed': [
          {
            target: 'COMPLETED',
            guard: 'acceptedNoticeLosesItsPostbox',
            actions: ['keepUserAfterCompletion', 'keepFee'],
            ...rules['PROC-58'],
          },
          completedWithNotice['user.changed'],
        ],
      },
    },
    PAYMENT_PENDING: {
      meta: title('PAYMENT_PENDING'),
      on: {
        'payment.started': { target: 'PAYMENT_PENDING', ...rules['PROC-31'] },
        'payment.settled': [
          { target: 'PAID', guard: 'moneyPaysTheFee', actions: 'keepPayment', ...rules['PROC-32'] },
          { actions: 'markRefund', ...rules['PROC-33'] },
        ],
        'payment.failed': { target: 'PAYMENT_FAILURE', ...rules['PROC-34'] },
        'payment.cancelled': { target: 'PAYMENT_FAILURE', ...rules['PROC-35'] },
        'user.changed': { actions: 'keepUserAfterCompletion', ...rules['PROC-36'] },
        ...conflict('PROC-67', 'PROC-68'),
      },
    },
    PAYMENT_FAILURE: {
      meta: title('PAYMENT_FAILURE'),
      on: {
        'form.progressed': {
          target: 'EDITING',
          actions: 'keepProgress',
          ...rules['PROC-37'],
        },
        'payment.started': { target: 'PAYMENT_PENDING', guard: 'paymentMayBeRepeated', ...rules['PROC-38'] },
        'payment.settled': [
          { target: 'PAID', guard: 'moneyPaysTheFee', actions: 'keepPayment', ...rules['PROC-39'] },
          { actions: 'markRefund', ...rules['PROC-40'] },
        ],
        'user.changed': { actions: 'keepUserAfterCompletion', ...rules['PROC-41'] },
        ...conflict('PROC-69', 'PROC-70'),
        'draft.deleted': { target: 'deleted', ...rules['PROC-42'] },
      },
    },
    PAID: {
      meta: title('PAID'),
      on: {
        'payment.settled': { actions: 'markRefund', ...rules['PROC-43'] },
        'submission.requested': {
          guard: 'submissionMayFollow',
          actions: 'beginSubmission',
          ...rules['PROC-44'],
        },
        'submission.completed': {
          target: 'SUBMITTED',
          guard: 'submissionIsRunning',
          actions: 'endSubmission',
          ...rules['PROC-45'],
        },
        'submission.failed': {
          target: 'SUBMIT_FAILURE',
          guard: 'submissionIsRunning',
          actions: 'endSubmission',
          ...rules['PROC-46'],
        },
        'user.changed': {
          guard: 'submissionIsIdle',
          actions: 'keepUserAfterCompletion',
          ...rules['PROC-47'],
        },
        'draft.deleted': { target: 'deleted', guard: 'draftMayGo', ...rules['PROC-48'] },
      },
    },
    SUBMIT_FAILURE: {
      meta: title('SUBMIT_FAILURE'),
      on: {
        'form.progressed': {
          target: 'EDITING',
          guard: 'dataMayChange',
          actions: 'keepProgress',
          ...rules['PROC-49'],
        },
        'payment.settled': { actions: 'markRefund', ...rules['PROC-50'] },
        'submission.requested': {
          guard: 'submissionMayFollow',
          actions: 'beginSubmission',
          ...rules['PROC-51'],
        },
        'submission.completed': {
          target: 'SUBMITTED',
          guard: 'submissionIsRunning',
          actions: 'endSubmission',
          ...rules['PROC-52'],
        },
        'submission.failed': {
          target: 'SUBMIT_FAILURE',
          guard: 'submissionIsRunning',
          actions: 'endSubmission',
          ...rules['PROC-53'],
        },
        'user.changed': {
          guard: 'submissionIsIdle',
          actions: 'keepUserAfterCompletion',
          ...rules['PROC-54'],
        },
        ...conflict('PROC-71', 'PROC-72'),
        'draft.deleted': { target: 'deleted', guard: 'draftMayGo', ...rules['PROC-55'] },
      },
    },
    SUBMITTED: {
      meta: title('SUBMITTED'),
      on: {
        'result.acknowledged': { actions: 'acknowledge', ...rules['PROC-56'] },
        'payment.settled': { actions: 'markRefund', ...rules['PROC-57'] },
      },
    },
    deleted: { type: 'final', meta: title('deleted') },
  },
});
