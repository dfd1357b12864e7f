import { expect, it } from 'vitest';
import { submissionStep } from '#contract/process.ts';
import { processStatus } from '#contract/shapes.ts';
import { processStatuses } from '#machines/process/process.types.ts';
import { submissionMachine } from '#machines/submission/submission.machine.ts';

it('names the statuses and steps in the calls as the workflows do', () => {
  expect(processStatus.options).toEqual([...processStatuses]);
  expect([...submissionStep.options].sort()).toEqual(Object.keys(submissionMachine.states).sort());
});
