import type { FastifyError, FastifyInstance } from 'fastify';
import type { Problem, ProblemCode } from '#contract/problem.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';

const titles: Partial<Record<ProblemCode, string>> = {
  internal: 'Internal error',
  'not-found': 'Not found',
};

const partnerCodes: Record<string, ProblemCode> = {
  payment: 'payment-unavailable',
  'delivery service': 'delivery-unavailable',
  identity: 'login-failed',
};

/** Every failure leaves as problem details (RFC 9457); what nobody foresaw is logged and answered as internal. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    const problem = toProblem(error);
    if (problem.code === 'internal') request.log.error({ err: error }, 'unexpected error');
    else request.log.debug({ code: problem.code }, 'problem answered');
    const body: Problem = {
      type: `urn:serviceportal:problem:${problem.code}`,
      title: titles[problem.code] ?? problem.code,
      status: problem.status,
      code: problem.code,
      ...problem.details,
      requestId: request.id,
    };
    return reply.code(problem.status).type('application/problem+json').send(body);
  });
}

function toProblem(error: FastifyError | Error): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof PartnerUnavailable) return new ProblemError(partnerCodes[error.partner] ?? 'internal');
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new ProblemError('file-too-large');
  if (status === 429) return new ProblemError('too-many-requests');
  if (status !== undefined && status >= 400 && status < 500) {
    return new ProblemError('input-invalid', { fields: [{ name: 'body', reason: error.message }] });
  }
  return new ProblemError('internal');
}
