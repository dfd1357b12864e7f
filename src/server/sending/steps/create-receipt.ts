import { json } from '#server/storage/json.ts';
import { deliveredAt } from '#server/submission/row.ts';
import { owedBy } from '../owed.ts';
import { loadApplication } from './application.ts';
import { writeDocument } from './document.ts';
import { keep } from './keep.ts';
import type { Step } from './step.ts';

/**
 * CREATE_RECEIPT: the progress report with the attachments' hashes, and the cover letter. What they say is owed is
 * stored before, so that a later content cannot make the pages say something else.
 */
export const createReceipt: Step = async (context, submission) => {
  const application = await loadApplication(context, submission.processId);
  const sentAt = await deliveredAt(context.storage.db, submission.processId);
  const owed = submission.owed ?? owedBy(context, application, sentAt);
  await keep(context, submission, { owed: json(owed) });
  const withOwed = { ...submission, owed };
  await writeDocument(context, withOwed, application, 'receipt');
  await writeDocument(context, withOwed, application, 'coverLetter');
  return 'done';
};
