import { expect, it } from 'vitest';
import type { SubmissionState } from '#domain/submission-step.ts';
import type { SubmissionEvent } from '#machines/submission/submission.types.ts';
import { submissionSubject } from '../subjects/submission.ts';
import { assertionsOf, handlersOf, type Oracle, runStatusMachine } from './status-run.ts';

/** The steps of spec section 4 in their order; repeated here, so that a step lost in the machine is noticed. */
const order = [
  'GET_FILES',
  'CREATE_MESSAGE_ID',
  'CALCULATE_HASHES_FOR_ATTACHMENTS',
  'CHECK_SIGNATURES',
  'CREATE_PROTOCOL',
  'SEAL_DATA',
  'SUBMIT_DATA_TO_AUTHORITY',
  'SUBMIT_DATA_TO_POSTBOX',
  'CREATE_RECEIPT',
  'SAVE_SUBMISSION',
  'SUBMISSION_COMPLETED',
] as const;

const states: Record<SubmissionState, true> = {
  GET_FILES: true,
  CREATE_MESSAGE_ID: true,
  CALCULATE_HASHES_FOR_ATTACHMENTS: true,
  CHECK_SIGNATURES: true,
  CREATE_PROTOCOL: true,
  SEAL_DATA: true,
  SUBMIT_DATA_TO_AUTHORITY: true,
  SUBMIT_DATA_TO_POSTBOX: true,
  CREATE_RECEIPT: true,
  SAVE_SUBMISSION: true,
  waiting: true,
  SUBMISSION_COMPLETED: true,
  SUBMISSION_FAILURE: true,
};

/** Steps that may have nothing to do; only the postbox may refuse. */
const mayHaveNothingToDo = ['GET_FILES', 'CALCULATE_HASHES_FOR_ATTACHMENTS', 'SUBMIT_DATA_TO_POSTBOX'];
const mayBeRefused = ['SUBMIT_DATA_TO_POSTBOX'];

/** Steps that call a partner, and steps still owed to the person after the authority has the application. */
const mayBePutOff = [
  'CREATE_MESSAGE_ID',
  'SEAL_DATA',
  'SUBMIT_DATA_TO_AUTHORITY',
  'SUBMIT_DATA_TO_POSTBOX',
  'CREATE_RECEIPT',
];

/** Tracks independently where a submission stopped, as the machine's context is under test. */
function oracle(): Oracle<SubmissionEvent> {
  let stoppedAt: string | null = null;
  let tryUntil: string | null = null;
  return ({ state }, event) => {
    if (event.type === 'submission.repeated') {
      if (state !== 'SUBMISSION_FAILURE') return null;
      tryUntil = null;
      return stoppedAt;
    }
    if (event.type === 'submission.givenUp') {
      const isEarly = order.slice(0, 7).some((step) => step === stoppedAt);
      if (state !== 'waiting' || !isEarly) return null;
      tryUntil = null;
      return 'SUBMISSION_FAILURE';
    }
    if (event.type === 'step.resumed') return state === 'waiting' ? stoppedAt : null;
    if (event.step !== state) return null;
    if (event.type === 'step.postponed') {
      const end = tryUntil ?? event.tryUntil;
      if (!mayBePutOff.includes(state) || event.nextTryAt > end) return null;
      tryUntil = end;
      stoppedAt = state;
      return 'waiting';
    }
    if (
      event.type === 'step.finished' &&
      event.outcome === 'nothingToDo' &&
      !mayHaveNothingToDo.includes(state)
    )
      return null;
    if (event.type === 'step.finished' && event.outcome === 'refused' && !mayBeRefused.includes(state))
      return null;
    if (event.type === 'step.finished') {
      tryUntil = null;
      return order[order.indexOf(event.step) + 1]!;
    }
    stoppedAt = state;
    return 'SUBMISSION_FAILURE';
  };
}

it('takes the ten steps in their order and resumes where it failed, and nothing else', async () => {
  const missing = await runStatusMachine(submissionSubject, (workflow) => ({
    events: handlersOf(
      {
        'step.finished': true,
        'step.failed': true,
        'step.postponed': true,
        'step.resumed': true,
        'submission.givenUp': true,
        'submission.repeated': true,
      },
      workflow,
      oracle(),
    ),
    states: assertionsOf(states, workflow),
  }));
  expect(missing).toEqual([]);
});
