import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { tokenTries } from '#server/operations/token-tries.ts';
import { ProblemError } from '#server/problem-error.ts';
import { operationsLogin } from './operations-login.ts';
import { actorOf, firstOfMinute } from './security-events.ts';

/** Limit of login tries from one address, over all paths. */
const TRIES = { max: 10, timeWindow: '1 minute' };

/**
 * Returns the number of the operator's login that a request comes with; null without one, and where OPERATIONS_TOKEN
 * is not set.
 */
export async function operatorOf(context: ServerContext, request: FastifyRequest): Promise<string | null> {
  const token = context.config.OPERATIONS_TOKEN;
  return token === undefined ? null : operationsLogin(context, token).present(request);
}

/**
 * Returns the number of the operator's login, and refuses everybody else.
 * @throws ProblemError not-found where OPERATIONS_TOKEN is not set; operator-login-required
 */
export async function requireOperator(context: ServerContext, request: FastifyRequest): Promise<string> {
  if (context.config.OPERATIONS_TOKEN === undefined) throw new ProblemError('not-found');
  const operator = await operatorOf(context, request);
  if (operator === null) throw new ProblemError('operator-login-required');
  return operator;
}

/** Outcome of a login try; `seconds` until the next one is allowed. */
type LoginTry = { outcome: 'in' } | { outcome: 'wrong' } | { outcome: 'tooMany'; seconds: number };

export type OperatorLogins = {
  /** Checks a token within the limits of tries, and opens a login with it. */
  logIn(request: FastifyRequest, reply: FastifyReply, given: unknown): Promise<LoginTry>;
  logOut(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

/**
 * Opens and ends logins of operators. Tries are limited over all places that ask for the token, and recorded. Null
 * where OPERATIONS_TOKEN is not set.
 */
export function operatorLogins(app: FastifyInstance, context: ServerContext): OperatorLogins | null {
  const token = context.config.OPERATIONS_TOKEN;
  if (token === undefined) return null;
  const login = operationsLogin(context, token);
  const triesOfAddress = app.createRateLimit(TRIES);
  const triesOfAll = tokenTries(context.now);
  const isFirst = firstOfMinute();

  const told = (request: FastifyRequest, operator: string, action: 'login' | 'logout') =>
    context.security.record(
      { event: 'operator', outcome: 'succeeded', action },
      { ...actorOf(request), operator },
    );
  const refused = (request: FastifyRequest, reason: 'wrong-token' | 'too-many-tries') =>
    context.security.record(
      { event: 'operator', outcome: 'refused', action: 'login', reason },
      actorOf(request),
    );

  /** Seconds to wait before a token is checked; null when it may be tried now. */
  async function pauseOf(request: FastifyRequest): Promise<number | null> {
    const ofAddress = await triesOfAddress(request);
    if (!ofAddress.isAllowed && ofAddress.isExceeded) return ofAddress.ttlInSeconds;
    const ofAll = triesOfAll.pause();
    return ofAll === 0 ? null : Math.ceil(ofAll / 1000);
  }

  return {
    async logIn(request, reply, given) {
      const pause = await pauseOf(request);
      if (pause !== null) {
        if (isFirst(request)) refused(request, 'too-many-tries');
        return { outcome: 'tooMany', seconds: pause };
      }
      if (typeof given !== 'string' || !login.isToken(given.trim())) {
        triesOfAll.failed();
        context.log.warn('a login of an operator was refused');
        refused(request, 'wrong-token');
        return { outcome: 'wrong' };
      }
      triesOfAll.succeeded();
      told(request, await login.logIn(reply), 'login');
      return { outcome: 'in' };
    },

    async logOut(request, reply) {
      const ended = await login.logOut(request, reply);
      if (ended !== null) told(request, ended, 'logout');
    },
  };
}
