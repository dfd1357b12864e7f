import { keptOwed } from '../owed.ts';
import { loadApplication } from './application.ts';
import { writeDocument } from './document.ts';
import type { Step } from './step.ts';

/** CREATE_RECEIPT: the progress report with the attachments' hashes, and the cover letter. */
export const createReceipt: Step = async (context, submission) => {
  const application = await loadApplication(context, submission.processId);
  const withOwed = { ...submission, owed: await keptOwed(context, submission, application) };
  await writeDocument(context, withOwed, application, 'receipt');
  await writeDocument(context, withOwed, application, 'coverLetter');
  return 'done';
};
