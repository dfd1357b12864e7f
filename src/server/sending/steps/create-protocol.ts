import { loadApplication } from './application.ts';
import { writeDocument } from './document.ts';
import type { Step } from './step.ts';

/** CREATE_PROTOCOL: the application as a PDF, part of the package and for download. */
export const createProtocol: Step = async (context, submission) => {
  const application = await loadApplication(context, submission.processId);
  await writeDocument(context, submission, application, 'form');
  return 'done';
};
