import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { tokenTries } from '#server/operations/token-tries.ts';
import { giveOperatorSession } from './operators.ts';
import { sameText } from './same-text.ts';
import { actorOf, firstOfMinute } from './security-events.ts';

/** Limit of login tries from one address, over all paths. */
const TRIES = { max: 10, timeWindow: '1 minute' };

/** Outcome of a login try; `seconds` until the next one is allowed. */
type LoginTry = { outcome: 'in' } | { outcome: 'wrong' } | { outcome: 'tooMany'; seconds: number };

/** Checks a token within the limits of tries, and opens a login with it. */
export type TokenLogin = (request: FastifyRequest, reply: FastifyReply, given: unknown) => Promise<LoginTry>;

/**
 * The login by the operators' token, which has no person: the way in when the administration's provider is away. Tries
 * are limited over all places that ask for the token, and recorded. Null where OPERATIONS_TOKEN is not set.
 */
export function operatorTokenLogin(app: FastifyInstance, context: ServerContext): TokenLogin | null {
  if (context.config.OPERATIONS_TOKEN === undefined) return null;
  const triesOfAddress = app.createRateLimit(TRIES);
  const triesOfAll = tokenTries(context.now);
  const isFirst = firstOfMinute();
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

  return async (request, reply, given) => {
    const pause = await pauseOf(request);
    if (pause !== null) {
      if (isFirst(request)) refused(request, 'too-many-tries');
      return { outcome: 'tooMany', seconds: pause };
    }
    const token = context.config.OPERATIONS_TOKEN;
    if (typeof given !== 'string' || token === undefined || !sameText(given.trim(), token)) {
      triesOfAll.failed();
      context.log.warn('a login of an operator was refused');
      refused(request, 'wrong-token');
      return { outcome: 'wrong' };
    }
    triesOfAll.succeeded();
    if (context.operatorsProvider !== null) context.log.warn('the token of operators was used');
    await giveOperatorSession(context, { request, reply }, { operator: { way: 'token' } });
    return { outcome: 'in' };
  };
}
