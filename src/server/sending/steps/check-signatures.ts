import { feeIsDue } from '#machines/process/process.selectors.ts';
import { assertConfirmed } from '#server/processes/form.ts';
import { factsOf } from '#server/processes/row.ts';
import { loadApplication } from './application.ts';

import type { Step } from './step.ts';

/**
 * CHECK_SIGNATURES: no person signs anything here. The step checks that the received and confirmed data is sent: the
 * attachments have the hashes of their upload, the data has the hash of the confirmed summary, and the fee is on
 * record.
 */
export const checkSignatures: Step = async (context, { processId, hashes }) => {
  const { process, files } = await loadApplication(context, processId);
  const changed = files.filter(({ id, sha512 }) => hashes?.[id] !== sha512);
  if (changed.length > 0) throw new Error(`${changed.length} attachments are not as they were uploaded`);
  assertConfirmed(context, process);
  if (feeIsDue(factsOf(process))) throw new Error('The fee is not on record');
  return 'done';
};
