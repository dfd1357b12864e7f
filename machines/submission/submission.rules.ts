import { type SubmissionStep, submissionSteps } from '#domain/submission-step.ts';
import { type RuleSource, rulesOf } from '../kit/rule.ts';

const catalogue = (prefix: string, source: RuleSource = 'spec 4') => {
  const id = (index: number) => `${prefix}${String(index + 1).padStart(2, '0')}`;
  const rules = rulesOf(Object.fromEntries(submissionSteps.map((_, index) => [id(index), source])));
  return (step: SubmissionStep) => rules[id(submissionSteps.indexOf(step))]!;
};

/**
 * The rule of a step: SUB-F01 to SUB-F10 finished, SUB-E… failed, SUB-R… repeated, SUB-P… postponed, SUB-W… resumed.
 */
export const finishedRule = catalogue('SUB-F');
export const failedRule = catalogue('SUB-E');
export const repeatedRule = catalogue('SUB-R');
export const postponedRule = catalogue('SUB-P', 'assumed');
export const resumedRule = catalogue('SUB-W', 'assumed');
