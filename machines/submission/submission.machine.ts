import { assertEvent, assign, setup } from 'xstate';
import { GIVEN_UP } from '#domain/give-up.ts';
import { type SubmissionState, type SubmissionStep, submissionSteps } from '#domain/submission-step.ts';
import { type RuleMeta, rule, type StateMeta } from '../kit/rule.ts';
import {
  otherOutcomes,
  retriedSteps,
  type SubmissionContext,
  type SubmissionEvent,
} from './submission.types.ts';

const title = (state: SubmissionState): StateMeta => ({ titleKey: `workflow:submission.${state}` });

const notPutOff = { tries: 0, nextTryAt: null, tryUntil: null };

/** Whether the authority has the application once a step has begun. */
const followsDelivery = (step: SubmissionStep): boolean =>
  submissionSteps.indexOf(step) > submissionSteps.indexOf('SUBMIT_DATA_TO_AUTHORITY');

const isRetried = (step: SubmissionStep): boolean => (retriedSteps as readonly string[]).includes(step);

const submissionSetup = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as RuleMeta,
  },
  guards: {
    stepIs: ({ event }, { step }: { step: SubmissionStep }) => 'step' in event && event.step === step,
    stepEndsLikeThis: ({ event }, { step }: { step: SubmissionStep }) =>
      event.type === 'step.finished' &&
      event.step === step &&
      (event.outcome === 'done' || otherOutcomes[step]?.includes(event.outcome) === true),
    stoppedAt: ({ context }, { step }: { step: SubmissionStep }) => context.step === step,
    authorityLacksIt: ({ context }) => !followsDelivery(context.step),
    mayBeTriedAgain: ({ context, event }, { step }: { step: SubmissionStep }) =>
      event.type === 'step.postponed' &&
      event.step === step &&
      event.nextTryAt <= (context.tryUntil ?? event.tryUntil),
  },
  actions: {
    beginStep: assign((_, { step }: { step: SubmissionStep }) => ({ step, problem: null, ...notPutOff })),
    keepProblem: assign(({ event }) => {
      assertEvent(event, 'step.failed');
      return { problem: event.problem, ...notPutOff };
    }),
    putOff: assign(({ context, event }) => {
      assertEvent(event, 'step.postponed');
      return {
        problem: event.problem,
        tries: context.tries + 1,
        nextTryAt: event.nextTryAt,
        tryUntil: context.tryUntil ?? event.tryUntil,
      };
    }),
    takeUp: assign(({ context, event }) => {
      assertEvent(event, 'step.resumed');
      return { nextTryAt: null, ...(event.asked && { tries: Math.max(0, context.tries - 1) }) };
    }),
    giveUp: assign(({ event }) => {
      assertEvent(event, 'submission.givenUp');
      return { problem: GIVEN_UP, givenUp: event.reason, ...notPutOff };
    }),
    countRepeat: assign(({ context }) => ({
      repeats: context.repeats + 1,
      problem: null,
      givenUp: null,
      ...notPutOff,
    })),
  },
});

/** One step: a report of its end leads on, a report of its failure stops the submission, a postponed step waits. */
const step = (step: SubmissionStep, next?: SubmissionStep) =>
  submissionSetup.createStateConfig({
    meta: title(step),
    on: {
      'step.finished': {
        target: next ?? 'SUBMISSION_COMPLETED',
        guard: { type: 'stepEndsLikeThis', params: { step } },
        ...(next && { actions: { type: 'beginStep', params: { step: next } } as const }),
        ...rule(next ? 'SUB-F01' : 'SUB-F10', 'spec 4'),
      },
      'step.failed': {
        target: 'SUBMISSION_FAILURE',
        guard: { type: 'stepIs', params: { step } },
        actions: 'keepProblem',
        ...rule('SUB-E01', 'spec 4'),
      },
      ...(isRetried(step) && {
        'step.postponed': {
          target: 'waiting',
          guard: { type: 'mayBeTriedAgain', params: { step } } as const,
          actions: 'putOff',
          ...rule('SUB-P02', 'assumed'),
        },
      }),
    },
  });

/** The steps in their order; the last one completes the submission. */
const steps = Object.fromEntries(
  submissionSteps.map((name, index) => [name, step(name, submissionSteps[index + 1])]),
) as Record<SubmissionStep, ReturnType<typeof step>>;

/** The submission of one application: ten steps in a row, each a checkpoint (spec section 4). */
export const submissionMachine = submissionSetup.createMachine({
  id: 'submission',
  context: { step: submissionSteps[0], repeats: 0, problem: null, ...notPutOff },
  initial: submissionSteps[0],
  states: {
    ...steps,
    waiting: {
      meta: title('waiting'),
      on: {
        'step.resumed': retriedSteps.map((step) => ({
          target: step,
          guard: { type: 'stoppedAt', params: { step } } as const,
          actions: 'takeUp' as const,
          ...rule('SUB-W02', 'assumed'),
        })),
        'submission.givenUp': {
          target: 'SUBMISSION_FAILURE',
          guard: 'authorityLacksIt',
          actions: 'giveUp',
          ...rule('SUB-G01', 'assumed'),
        },
      },
    },
    SUBMISSION_FAILURE: {
      meta: title('SUBMISSION_FAILURE'),
      on: {
        'submission.repeated': submissionSteps.map((step) => ({
          target: step,
          guard: { type: 'stoppedAt', params: { step } } as const,
          actions: 'countRepeat' as const,
          ...rule('SUB-R01', 'spec 4'),
        })),
      },
    },
    SUBMISSION_COMPLETED: { type: 'final', meta: title('SUBMISSION_COMPLETED') },
  },
});
