import { stepOutcomes, submissionSteps } from '#domain/submission-step.ts';
import { submissionMachine } from '#machines/submission/submission.machine.ts';
import type { SubmissionContext, SubmissionEvent } from '#machines/submission/submission.types.ts';
import type { Subject } from '../paths/subject.ts';

const day = (number: number) => `2026-01-0${number}T12:00:00.000Z`;

const events: readonly SubmissionEvent[] = [
  ...submissionSteps.flatMap((step) =>
    stepOutcomes.map((outcome): SubmissionEvent => ({ type: 'step.finished', step, outcome })),
  ),
  ...submissionSteps.map((step): SubmissionEvent => ({ type: 'step.failed', step, problem: 'unreachable' })),
  ...submissionSteps.flatMap((step): SubmissionEvent[] => [
    { type: 'step.postponed', step, problem: 'unreachable', nextTryAt: day(1), tryUntil: day(2) },
    { type: 'step.postponed', step, problem: 'unreachable', nextTryAt: day(3), tryUntil: day(4) },
    { type: 'step.postponed', step, problem: 'unreachable', nextTryAt: day(5), tryUntil: day(4) },
  ]),
  { type: 'step.resumed' },
  { type: 'submission.givenUp', reason: 'away' },
  { type: 'submission.repeated' },
];

export const submissionSubject: Subject<SubmissionEvent, SubmissionContext, undefined> = {
  name: 'submission',
  machine: submissionMachine,
  starts: [{ id: 'from the first step', input: undefined }],
  events: () => events,
  abstraction: ({ step, tryUntil }) => `${step} until ${tryUntil}`,
  sentences: {
    'step.finished': ({ step, outcome }) => `${step} ends: ${outcome}`,
    'step.failed': ({ step }) => `${step} fails`,
    'step.postponed': ({ step, nextTryAt, tryUntil }) =>
      `${step} is put off to ${nextTryAt}, at most ${tryUntil}`,
    'step.resumed': () => 'the wait is over',
    'submission.givenUp': ({ reason }) => `an operator gives it up: ${reason}`,
    'submission.repeated': () => 'the submission is repeated',
  },
};
