import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OperatorRole, operatorRoles } from '#domain/operator.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { Actor } from '#server/security/events.ts';
import {
  endOperatorSession,
  type OperatorSession,
  openOperatorSession,
  readOperatorSession,
} from '#server/sessions/operator-session.ts';
import { clearOwnCookie, readOwnCookie, setOwnCookie } from './own-cookies.ts';
import { actorOf } from './security-events.ts';

const COOKIE = 'sp_operations';

/** Whether there is a page for operators: somebody can log in. */
export const hasOperators = ({ config, operatorsProvider }: ServerContext): boolean =>
  config.OPERATIONS_TOKEN !== undefined || operatorsProvider !== null;

/** Returns the operator's login that a request comes with; null without one. */
export async function operatorOf(
  context: ServerContext,
  request: FastifyRequest,
): Promise<OperatorSession | null> {
  const number = readOwnCookie(request, COOKIE);
  return number === undefined ? null : readOperatorSession(context, number);
}

/**
 * Returns the operator's login, and refuses everybody else.
 * @throws ProblemError not-found where nobody can log in; operator-login-required
 */
export async function requireOperator(
  context: ServerContext,
  request: FastifyRequest,
): Promise<OperatorSession> {
  if (!hasOperators(context)) throw new ProblemError('not-found');
  const session = await operatorOf(context, request);
  if (session === null) throw new ProblemError('operator-login-required');
  return session;
}

/** The operator as the actor of a request, by name. */
export const operatorActor = (request: FastifyRequest, session: OperatorSession): Actor => ({
  ...actorOf(request),
  operator: session.number,
  ...(session.operator.way === 'token'
    ? { way: 'break-glass' as const }
    : { way: 'person' as const, by: `${session.operator.person.name} (${session.operator.person.subject})` }),
});

/**
 * Opens a login, which this browser has from now on; one that it had ends.
 * @param who the operator with the roles that the provider gave; whoever has the token has all of them
 */
export async function giveOperatorSession(
  context: ServerContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  who: Pick<OperatorSession, 'operator'> & { roles?: readonly OperatorRole[] },
): Promise<void> {
  const earlier = readOwnCookie(request, COOKIE);
  if (earlier !== undefined) await endOperatorSession(context, earlier);
  const session = { operator: who.operator, roles: who.roles ?? operatorRoles };
  const number = await openOperatorSession(context, session);
  // Until the browser is closed at the latest.
  setOwnCookie(reply, COOKIE, number, { httpOnly: true, sameSite: 'strict' });
  context.security.record(
    { event: 'operator', outcome: 'succeeded', action: 'login' },
    operatorActor(request, { number, ...session }),
  );
}

/** Ends the login of a browser, if it has one. */
export async function endOperatorLogin(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const number = readOwnCookie(request, COOKIE);
  clearOwnCookie(reply, COOKIE);
  const ended = number === undefined ? null : await endOperatorSession(context, number);
  if (ended === null) return;
  const event = { event: 'operator', outcome: 'succeeded', action: 'logout' } as const;
  context.security.record(event, operatorActor(request, ended));
}
