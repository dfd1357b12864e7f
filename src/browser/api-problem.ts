import type { ProblemDetails } from '#contract/problem.ts';
import type { CallProblemCode } from '#domain/problem.ts';

/**
 * Error of a call that did not succeed. `code` is the stable code of the problem details (src/contract/problem.ts), or
 * `network` when no answer came; both languages translate each (locales: errors).
 */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  declare readonly code: CallProblemCode;
  declare readonly status: ProblemDetails['status'] | undefined;
  declare readonly processStatus: ProblemDetails['processStatus'];
  declare readonly limit: ProblemDetails['limit'];
  declare readonly fields: ProblemDetails['fields'];
  declare readonly trustLevel: ProblemDetails['trustLevel'];
  declare readonly accepted: ProblemDetails['accepted'];
  declare readonly startOver: ProblemDetails['startOver'];
  declare readonly sentence: ProblemDetails['sentence'];
  declare readonly left: ProblemDetails['left'];
  declare readonly requestId: ProblemDetails['requestId'];
  /** Seconds to wait before asking the server again. */
  declare readonly retryAfter: number | undefined;

  constructor(code: CallProblemCode, problem?: ProblemDetails, cause?: unknown, retryAfter?: number) {
    super(code, { cause });
    Object.assign(this, problem, { code, retryAfter });
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
