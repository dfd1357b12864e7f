import type { ProblemDetails } from '#contract/problem.ts';
import type { ProblemCode } from '#domain/problem.ts';
import type { ProblemError } from '#server/problem-error.ts';

export const PROBLEM_TYPE = 'application/problem+json';

const titles: Partial<Record<ProblemCode, string>> = {
  internal: 'Internal error',
  'not-found': 'Not found',
};

/**
 * Returns a problem as it is sent (RFC 9457).
 * @param requestId id under which the log has the request
 */
export const problemDetails = (
  { code, status, details }: Pick<ProblemError, 'code' | 'status' | 'details'>,
  requestId?: string,
): ProblemDetails => ({
  type: `urn:serviceportal:problem:${code}`,
  title: titles[code] ?? code,
  status,
  code,
  ...details,
  ...(requestId !== undefined && { requestId }),
});
