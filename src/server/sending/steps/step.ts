import type { StepOutcome } from '#domain/submission-step.ts';
import type { ServerContext } from '#server/context.ts';
import type { SubmissionRow } from '#server/submission/row.ts';

/**
 * Does the work of a step. It may run again after the server was killed at any point within it, so each step either
 * leaves nothing before its checkpoint or finds what it has left. It returns its outcome, which the checkpoint stores
 * and people see.
 */
export type Step = (context: ServerContext, submission: SubmissionRow) => Promise<StepOutcome>;
