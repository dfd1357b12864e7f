import { loadApplication } from './application.ts';
import type { Step } from './steps.ts';

/** GET_FILES: every file that the application names is there. */
export const getFiles: Step = async (context, { processId }) => {
  await loadApplication(context, processId);
};
