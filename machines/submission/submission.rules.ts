import { type SubmissionStep, submissionSteps } from '#domain/submission-step.ts';
import { type RuleSource, rulesOf } from '../kit/rule.ts';

type Kind = 'finished' | 'failed' | 'repeated' | 'postponed' | 'resumed';

const sentences: Record<Kind, (step: SubmissionStep) => string> = {
  finished: (step) => `${step} has ended and its checkpoint says how; the next step begins.`,
  failed: (step) => `${step} could not be done; the submission waits to be repeated.`,
  repeated: (step) => `The submission goes on at ${step}, where it had failed.`,
  postponed: (step) => `${step} cannot be done now; it is tried again later.`,
  resumed: (step) => `${step} is tried again.`,
};

const catalogue = (kind: Kind, prefix: string, source: RuleSource = 'spec 4') => {
  const id = (index: number) => `${prefix}${String(index + 1).padStart(2, '0')}`;
  const rules = rulesOf(
    Object.fromEntries(
      submissionSteps.map((step, index) => [id(index), [source, sentences[kind](step)] as const]),
    ),
  );
  return (step: SubmissionStep) => rules[id(submissionSteps.indexOf(step))]!;
};

/**
 * The rule of a step: SUB-F01 to SUB-F10 finished, SUB-E… failed, SUB-R… repeated, SUB-P… postponed, SUB-W… resumed.
 */
export const finishedRule = catalogue('finished', 'SUB-F');
export const failedRule = catalogue('failed', 'SUB-E');
export const repeatedRule = catalogue('repeated', 'SUB-R');
export const postponedRule = catalogue('postponed', 'SUB-P', 'assumed');
export const resumedRule = catalogue('resumed', 'SUB-W', 'assumed');
