import { expect, it } from 'vitest';
import { processStatus } from '#contract/shapes.ts';
import { processStatuses } from '#domain/process-status.ts';
import { submissionStates } from '#domain/submission-step.ts';

import { submissionMachine } from '#machines/submission/submission.machine.ts';

it('names the statuses and steps in the calls as the workflows do', () => {
  expect(processStatus.options).toEqual([...processStatuses]);
  expect([...submissionStates].sort()).toEqual(Object.keys(submissionMachine.states).sort());
});
