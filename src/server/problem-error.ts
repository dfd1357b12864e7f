import { type Problem, type ProblemCode, problemStatus } from '#contract/problem.ts';

export type ProblemDetails = Partial<
  Pick<Problem, 'detail' | 'processStatus' | 'version' | 'fields' | 'limit' | 'startOver' | 'trustLevel'>
>;

/** An answer the caller must be able to act on: thrown anywhere, sent as problem details (RFC 9457). */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.detail ?? code);
    this.name = 'ProblemError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problemStatus[this.code];
  }
}
