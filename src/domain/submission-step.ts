/** The ten steps of spec section 4 in their order, names verbatim. `machines/submission` runs them in this order. */
export const submissionSteps = [
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
] as const;
export type SubmissionStep = (typeof submissionSteps)[number];

/** States of a submission: at a step, postponed until it is retried, or at an end. */
export const submissionStates = [
  ...submissionSteps,
  'waiting',
  'SUBMISSION_COMPLETED',
  'SUBMISSION_FAILURE',
] as const;
export type SubmissionState = (typeof submissionStates)[number];

/**
 * Result of a step. Only the message to the postbox may be refused: by then the authority has the application, and a
 * permanent refusal by the postbox must not look like a failed submission.
 */
export const stepOutcomes = ['done', 'nothingToDo', 'refused'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];
