import type { GiveUpReason } from '#domain/give-up.ts';
import type { StepOutcome, SubmissionStep } from '#domain/submission-step.ts';

/**
 * Steps that are retried automatically when they cannot be done now: a partner is unavailable, or the authority has the
 * application and only what the person receives is still missing.
 */
export const retriedSteps = [
  'CREATE_MESSAGE_ID',
  'SEAL_DATA',
  'SUBMIT_DATA_TO_AUTHORITY',
  'SUBMIT_DATA_TO_POSTBOX',
  'CREATE_RECEIPT',
] as const satisfies readonly SubmissionStep[];

/** Moments as ISO 8601 in UTC with milliseconds, so that they compare as text. */
export type Retry = { nextTryAt: string; tryUntil: string };

/** Steps that may end with an outcome other than `done`. */
export const otherOutcomes: Partial<Record<SubmissionStep, readonly StepOutcome[]>> = {
  GET_FILES: ['nothingToDo'],
  CALCULATE_HASHES_FOR_ATTACHMENTS: ['nothingToDo'],
  SUBMIT_DATA_TO_POSTBOX: ['nothingToDo', 'refused'],
};

export type SubmissionContext = {
  /** The current step, or the one that failed. */
  step: SubmissionStep;
  /** Number of repetitions after a failure. */
  repeats: number;
  /** Short code of the last failure, for operators; null while all is well. */
  problem: string | null;
  /** Number of times that the current step was postponed in a row. */
  tries: number;
  /** Moment of the next try of the current step; null while it is not postponed. */
  nextTryAt: string | null;
  /** Moment of the last try of the current step, set when it is first postponed. */
  tryUntil: string | null;
  /** Why an operator has ended the tries; absent, or null, where nobody has. */
  givenUp?: GiveUpReason | null;
};

/** Events name their step: a worker that reports twice, or too late, is refused. */
export type SubmissionEvent =
  | { type: 'step.finished'; step: SubmissionStep; outcome: StepOutcome }
  | { type: 'step.failed'; step: SubmissionStep; problem: string }
  /** The step cannot be done now; refused when the time for retries is over. */
  | ({ type: 'step.postponed'; step: SubmissionStep; problem: string } & Retry)
  /** The wait is over: the step is retried. A try that an operator asks for makes later pauses no longer. */
  | { type: 'step.resumed'; asked?: true }
  /** An operator ends the tries before their time; refused once the authority has the application. */
  | { type: 'submission.givenUp'; reason: GiveUpReason }
  /** The submission continues at the step that failed: the checkpoints of the earlier ones stay. */
  | { type: 'submission.repeated' };
