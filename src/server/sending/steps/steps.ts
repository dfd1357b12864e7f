import type { SubmissionStep } from '#domain/submission-step.ts';
import { calculateHashes } from './calculate-hashes.ts';
import { checkSignatures } from './check-signatures.ts';
import { createMessageId } from './create-message-id.ts';
import { createProtocol } from './create-protocol.ts';
import { createReceipt } from './create-receipt.ts';
import { getFiles } from './get-files.ts';
import { sealData } from './seal-data.ts';
import type { Step } from './step.ts';
import { submitToAuthority } from './submit-to-authority.ts';
import { submitToPostbox } from './submit-to-postbox.ts';

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
