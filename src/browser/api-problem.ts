import type { ProblemDetails } from '#contract/problem.ts';
import type { CallProblemCode } from '#domain/problem.ts';

/**
 * Error of a call that did not succeed. `code` is the stable code of the problem details (src/contract/problem.ts), or
 * `network` when no answer came; both languages translate each (locales: errors).
 */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly code: CallProblemCode;
  readonly status: ProblemDetails['status'] | undefined;
  readonly processStatus: ProblemDetails['processStatus'];
  readonly limit: ProblemDetails['limit'];
  readonly fields: ProblemDetails['fields'];
  readonly trustLevel: ProblemDetails['trustLevel'];
  readonly accepted: ProblemDetails['accepted'];
  readonly startOver: ProblemDetails['startOver'];
  readonly sentence: ProblemDetails['sentence'];
  readonly left: ProblemDetails['left'];
  readonly requestId: ProblemDetails['requestId'];
  /** Seconds to wait before asking the server again. */
  readonly retryAfter: number | undefined;

  constructor(code: CallProblemCode, problem?: ProblemDetails, cause?: unknown, retryAfter?: number) {
    super(problem?.detail ?? problem?.title ?? code, { cause });
    this.code = code;
    this.status = problem?.status;
    this.processStatus = problem?.processStatus;
    this.limit = problem?.limit;
    this.fields = problem?.fields;
    this.trustLevel = problem?.trustLevel;
    this.accepted = problem?.accepted;
    this.startOver = problem?.startOver;
    this.sentence = problem?.sentence;
    this.left = problem?.left;
    this.requestId = problem?.requestId;
    this.retryAfter = retryAfter;
  }
}

/**
 * The problem in an answer's body; an answer without one (a proxy's error page) is `internal`. A code that is none of
 * ours, of a proxy that writes problem details too, has the text of `internal` (ui/screens/shared/problem-text.ts).
 */
export function problemFromBody(body: unknown, retryAfter?: number): ApiProblem {
  const problem = isProblem(body) ? body : undefined;
  const code = (problem?.code ?? 'internal') as CallProblemCode;
  return new ApiProblem(code, problem, undefined, retryAfter);
}

const isProblem = (body: unknown): body is ProblemDetails =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
