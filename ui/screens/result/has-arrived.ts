import type { SubmissionView } from '#machines/application/application.types.ts';

/** Whether the authority has the application; what comes after the delivery may still be missing. */
export const hasArrived = (submission: SubmissionView | null): boolean =>
  submission?.finished.some(({ step }) => step === 'SUBMIT_DATA_TO_AUTHORITY') === true;
