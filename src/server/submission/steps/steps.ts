import type { StepOutcome, SubmissionStep } from '#domain/submission-step.ts';
import type { ServiceContext } from '#server/context.ts';
import type { SubmissionRow } from '../row.ts';
import { calculateHashes } from './calculate-hashes.ts';
import { checkSignatures } from './check-signatures.ts';
import { createMessageId } from './create-message-id.ts';
import { createProtocol } from './create-protocol.ts';
import { createReceipt } from './create-receipt.ts';
import { getFiles } from './get-files.ts';
import { sealData } from './seal-data.ts';
import { submitToAuthority } from './submit-to-authority.ts';
import { submitToPostbox } from './submit-to-postbox.ts';

/**
 * Does the work of a step. May run again after the process was killed at any point within it, so each step
 * either leaves nothing behind before its checkpoint or finds what it left. It answers what became of it, which the
 * checkpoint keeps and people are told.
 */
export type Step = (context: ServiceContext, submission: SubmissionRow) => Promise<StepOutcome>;

/** The steps of spec section 4; the last one, SAVE_SUBMISSION, is part of its checkpoint's transaction. */
export const steps: Record<Exclude<SubmissionStep, 'SAVE_SUBMISSION'>, Step> = {
  GET_FILES: getFiles,
  CREATE_MESSAGE_ID: createMessageId,
  CALCULATE_HASHES_FOR_ATTACHMENTS: calculateHashes,
  CHECK_SIGNATURES: checkSignatures,
  CREATE_PROTOCOL: createProtocol,
  SEAL_DATA: sealData,
  SUBMIT_DATA_TO_AUTHORITY: submitToAuthority,
  SUBMIT_DATA_TO_POSTBOX: submitToPostbox,
  CREATE_RECEIPT: createReceipt,
};
