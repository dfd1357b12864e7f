import type { StepOutcome } from '#domain/submission-step.ts';
import type { ServiceContext } from '#server/context.ts';
import type { SubmissionRow } from '#server/submission/row.ts';

/**
 * Does the work of a step. May run again after the process was killed at any point within it, so each step
 * either leaves nothing behind before its checkpoint or finds what it left. It answers what became of it, which the
 * checkpoint keeps and people are told.
 */
export type Step = (context: ServiceContext, submission: SubmissionRow) => Promise<StepOutcome>;
