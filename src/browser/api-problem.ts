import { HTTPError, NetworkError, TimeoutError } from 'ky';
import { type Problem, problemSchema } from '#contract/problem.ts';

/**
 * A call that did not succeed. `code` is the stable code of the problem details (src/contract/problem.ts), or
 * `network` when no answer came; both languages translate each (locales: errors).
 */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly code: string;
  readonly status: number | undefined;
  readonly processStatus: string | undefined;
  readonly limit: number | string | undefined;
  readonly fields: Problem['fields'];
  readonly requestId: string | undefined;

  constructor(code: string, problem?: Problem, cause?: unknown) {
    super(problem?.detail ?? problem?.title ?? code, { cause });
    this.code = code;
    this.status = problem?.status;
    this.processStatus = problem?.processStatus;
    this.limit = problem?.limit;
    this.fields = problem?.fields;
    this.requestId = problem?.requestId;
  }
}

/** The problem in an answer's body; an answer that is none (a proxy's error page) is `internal`. */
export function problemFromBody(body: unknown, cause?: unknown): ApiProblem {
  const parsed = problemSchema.safeParse(body);
  return parsed.success
    ? new ApiProblem(parsed.data.code, parsed.data, cause)
    : new ApiProblem('internal', undefined, cause);
}

/** What a failed call throws, as a problem. */
export function problemFromError(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof HTTPError) return problemFromBody(error.data, error);
  const isNetwork =
    error instanceof NetworkError || error instanceof TimeoutError || error instanceof TypeError;
  return new ApiProblem(isNetwork ? 'network' : 'internal', undefined, error);
}
