import { submissionMachine } from '#machines/submission/submission.machine.ts';
import {
  type SubmissionContext,
  type SubmissionEvent,
  stepOutcomes,
  submissionSteps,
} from '#machines/submission/submission.types.ts';
import type { Subject } from '../paths/subject.ts';

const events: readonly SubmissionEvent[] = [
  ...submissionSteps.flatMap((step) =>
    stepOutcomes.map((outcome): SubmissionEvent => ({ type: 'step.finished', step, outcome })),
  ),
  ...submissionSteps.map((step): SubmissionEvent => ({ type: 'step.failed', step, problem: 'unreachable' })),
  { type: 'submission.repeated' },
];

export const submissionSubject: Subject<SubmissionEvent, SubmissionContext, undefined> = {
  name: 'submission',
  machine: submissionMachine,
  starts: [{ id: 'from the first step', input: undefined }],
  events: () => events,
  facts: ({ step }) => step,
  sentences: {
    'step.finished': ({ step, outcome }) => `${step} ends: ${outcome}`,
    'step.failed': ({ step }) => `${step} fails`,
    'submission.repeated': () => 'the submission is repeated',
  },
};
