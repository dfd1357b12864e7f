import type { SubmissionState, SubmissionStep } from '#domain/submission-step.ts';
import type { Row } from '../kit/advance.ts';
import type { submissionMachine } from './submission.machine.ts';

/** A submission as the server stores it. */
export type SubmissionRow = Row<typeof submissionMachine>;

/** Labels that the person reads while the steps run (spec section 4); `pleaseWait` before the first is known. */
export type SubmissionLabel =
  | 'pleaseWait'
  | 'checkingFiles'
  | 'preparingData'
  | 'processingData'
  | 'compilingDocuments'
  | 'preparingDownload'
  | 'successful'
  | 'failed';

/** Labels of the steps: spec section 4 names both lists but not their relation (assumed). */
const labels: Record<SubmissionState, SubmissionLabel> = {
  GET_FILES: 'checkingFiles',
  CREATE_MESSAGE_ID: 'checkingFiles',
  CALCULATE_HASHES_FOR_ATTACHMENTS: 'checkingFiles',
  CHECK_SIGNATURES: 'checkingFiles',
  CREATE_PROTOCOL: 'preparingData',
  SEAL_DATA: 'preparingData',
  SUBMIT_DATA_TO_AUTHORITY: 'processingData',
  SUBMIT_DATA_TO_POSTBOX: 'processingData',
  CREATE_RECEIPT: 'compilingDocuments',
  SAVE_SUBMISSION: 'preparingDownload',
  waiting: 'processingData',
  SUBMISSION_COMPLETED: 'successful',
  SUBMISSION_FAILURE: 'failed',
};

/** The label of a state; `pleaseWait` for an unknown submission. */
export const submissionLabel = (state: SubmissionState | null): SubmissionLabel =>
  state === null ? 'pleaseWait' : labels[state];

/** The step to run now; null when the submission rests (completed, failed or waiting). */
export const stepToRun = (row: SubmissionRow): SubmissionStep | null =>
  row.state === row.context.step ? row.context.step : null;
