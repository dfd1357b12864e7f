import { loadApplication } from './application.ts';
import { writeDocument } from './document.ts';
import type { Step } from './step.ts';

/** CREATE_RECEIPT: the progress report with the attachments' hashes, and the cover letter. */
export const createReceipt: Step = async (context, submission) => {
  const application = await loadApplication(context, submission.processId);
  await writeDocument(context, submission, application, 'receipt');
  await writeDocument(context, submission, application, 'coverLetter');
  return 'done';
};
