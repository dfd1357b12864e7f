import type { SubmissionStep } from './submission-step.ts';

/** The authority has the application, even if a later step failed. */
export const isDelivered = ({
  submission,
}: {
  submission: { finished: readonly { step: SubmissionStep }[] } | null;
}): boolean => submission?.finished.some(({ step }) => step === 'SUBMIT_DATA_TO_AUTHORITY') === true;
