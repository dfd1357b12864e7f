import { randomInt } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import { localeOfPath, paths } from '#contract/pages.ts';
import type { ProblemCode } from '#domain/problem.ts';
import { type Partner, PartnerUnavailable } from '#server/partner-unavailable.ts';
import { ProblemError } from '#server/problem-error.ts';
import { KeyUnknown } from '#server/sealing/key-faults.ts';
import { wantsForRoom } from '#server/storage/database-unavailable.ts';
import { countedLine } from './counted-line.ts';
import { hasHungUp } from './hung-up.ts';
import { isOfWholePortal, type WaitingPage } from './pages/waiting-page.ts';
import { PROBLEM_TYPE, problemDetails } from './problem-details.ts';
import type { TellRefusal } from './security/security-events.ts';

const partnerCodes: Record<Partner, ProblemCode> = {
  payment: 'payment-unavailable',
  'delivery service': 'delivery-unavailable',
  identity: 'login-failed',
  database: 'database-unavailable',
  scanner: 'scanner-unavailable',
  // Without the keys nothing that is stored can be read or written, as without the database.
  'key service': 'database-unavailable',
  'form server': 'form-server-unavailable',
  neighbour: 'neighbour-unavailable',
  // No call of a person waits for these.
  'feedback component': 'internal',
  'trace collector': 'internal',
};

/** Seconds after which a retry makes sense, for `Retry-After`; random, so that many callers do not return at once. */
function secondsUntilRetry({ status, code }: ProblemError): number | undefined {
  if (code === 'internal') return randomInt(5, 16);
  if (status !== 503) return undefined;
  if (code === 'database-unavailable') return 2;
  if (code === 'overloaded' || code === 'check-unavailable') return randomInt(2, 7);
  // An unavailable partner needs longer than our own pages wait by themselves (src/browser/http.ts).
  return randomInt(11, 16);
}

/**
 * Sends every failure as problem details (RFC 9457). Unforeseen failures are logged and answered as internal.
 * @param waitingPageOf the page that people get instead, if any
 */
export function answerProblems(
  app: FastifyInstance,
  waitingPageOf: WaitingPage = () => null,
  tellRefusal: TellRefusal = () => {},
): void {
  const tellHangUp = countedLine((count) =>
    app.log.info({ count }, 'callers have hung up in the middle of a request'),
  );
  const tellOutage = outages();
  app.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    if (hasHungUp(request, error)) {
      tellHangUp();
      return reply.code(400).send();
    }
    const problem = toProblem(error);
    if (problem.code === 'internal') request.log.error({ err: error }, 'unexpected error');
    else if (wantsForRoom(error)) request.log.error({ err: error }, 'the database wants for room');
    else if (problem.status >= 500) tellOutage(problem.code, error, request);
    else request.log.debug({ code: problem.code }, 'problem answered');
    safely(request, () => tellRefusal(request, problem));
    const seconds = problem.facts.retryAfter ?? secondsUntilRetry(problem);
    if (seconds !== undefined) reply.header('retry-after', seconds);
    const screen = isOfWholePortal(problem.code) ? null : screenOfDownload(request);
    if (screen) return reply.redirect(screen, 303);
    const page = safely(request, () => waitingPageOf(request, problem.code)) ?? null;
    if (page !== null) return reply.code(problem.status).type('text/html; charset=utf-8').send(page);
    return reply.code(problem.status).type(PROBLEM_TYPE).send(problemDetails(problem, request.id));
  });
}

/** Tells of each kind of failure that people meet, at most once a minute: thousands can meet the same one. */
function outages(): (code: ProblemCode, error: Error, request: FastifyRequest) => void {
  const lines = new Map<ProblemCode, (error: Error, request: FastifyRequest) => void>();
  return (code, error, request) => {
    const tell =
      lines.get(code) ??
      countedLine((count, err: Error, { log }: FastifyRequest) =>
        log.warn({ code, count, err }, 'people were answered that something is not to be had'),
      );
    lines.set(code, tell);
    tell(error, request);
  };
}

/** Runs work whose failure must not replace the answer; the failure is logged. */
function safely<T>(request: FastifyRequest, work: () => T): T | undefined {
  try {
    return work();
  } catch (err) {
    request.log.error({ err }, 'a problem could not be told');
    return undefined;
  }
}

const DOWNLOAD = /^\/api\/process\/([\da-f-]{36})\/file\/\w+(?:\?|$)/;
const COPY = `${calls.copyPerson.path}?`;

/**
 * Returns the address of the screen with the link to a download that is refused. A person who follows the link gets
 * this screen, which shows the reason, instead of a problem in JSON. Null for calls of scripts.
 */
function screenOfDownload({ method, url, headers }: FastifyRequest): string | null {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return null;
  const { referer } = headers;
  const locale = localeOfPath(referer && URL.canParse(referer) ? new URL(referer).pathname : '/');
  if (`${url}?`.startsWith(COPY)) return paths.ownData[locale];
  const [, id] = DOWNLOAD.exec(url) ?? [];
  return id === undefined ? null : `${paths.process[locale]}?${new URLSearchParams({ id })}`;
}

function toProblem(error: FastifyError | Error): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof PartnerUnavailable) return new ProblemError(partnerCodes[error.partner]);
  // Operators can give the key: until then, a person's way on is the same as without the key service.
  if (error instanceof KeyUnknown) return new ProblemError(partnerCodes['key service']);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new ProblemError('file-too-large');
  if (status === 429) return new ProblemError('too-many-requests');
  if (status !== undefined && status >= 400 && status < 500) {
    return new ProblemError('input-invalid', { fields: [{ name: 'body', reason: error.message }] });
  }
  return new ProblemError('internal');
}
