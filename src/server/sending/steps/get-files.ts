import { loadApplication } from './application.ts';
import type { Step } from './step.ts';

/** GET_FILES: every file that the application names is stored. */
export const getFiles: Step = async (context, { processId }) => {
  const { files } = await loadApplication(context, processId);
  return files.length > 0 ? 'done' : 'nothingToDo';
};
