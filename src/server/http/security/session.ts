import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UNATTENDED_HEADER } from '#contract/unattended-header.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { farewellOf } from '#server/sessions/farewell.ts';
import {
  extendSession,
  findSession,
  type OpenedSession,
  type Session,
  wasEndedElsewhere,
} from '#server/sessions/session.ts';
import { clearOwnCookie, readOwnCookie, setOwnCookie } from './own-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request, for events that are recorded about the request afterwards. */
    viewer: Session | null;
  }
}

const COOKIE = 'sp_session';

/** Lets requests hold their session. */
export function knowViewers(app: FastifyInstance): void {
  app.decorateRequest('viewer', null);
}

/** Returns the active session of the request; null when there is none. */
export async function sessionOf(context: ServerContext, request: FastifyRequest): Promise<Session | null> {
  const token = readOwnCookie(request, COOKIE);
  request.viewer = token ? await findSession(context, token) : null;
  return request.viewer;
}

/**
 * Returns the session of the request and extends it, except for calls that windows make by themselves. A logout
 * removes the cookie, so the refusal distinguishes a logout from an expired session.
 * @throws ProblemError login-required, session-expired
 */
export async function requireSession(
  context: ServerContext,
  request: FastifyRequest,
  { unattended = false }: { unattended?: boolean | undefined } = {},
): Promise<Session> {
  const session = await sessionOf(context, request);
  if (!session)
    throw new ProblemError((await hasExpired(context, request)) ? 'session-expired' : 'login-required');
  return unattended || UNATTENDED_HEADER in request.headers ? session : extendSession(context, session);
}

/** Whether the request may belong to a session at all. */
export const hasSessionCookie = (request: FastifyRequest): boolean =>
  readOwnCookie(request, COOKIE) !== undefined;

/**
 * Whether a request without an active session belongs to an expired one. A session that the person has ended, here or
 * on another device, is not expired.
 */
export async function hasExpired(context: ServerContext, request: FastifyRequest): Promise<boolean> {
  const token = readOwnCookie(request, COOKIE);
  return token !== undefined && !(await wasEndedElsewhere(context, token));
}

/** Returns the farewell of an ended session once more, because the first answer may have got lost. */
export async function farewellTo<End extends Parameters<typeof farewellOf>[2]>(
  context: ServerContext,
  request: FastifyRequest,
  end: End,
) {
  const token = readOwnCookie(request, COOKIE);
  return token === undefined ? null : farewellOf(context, token, end);
}

/** Gives the browser its session until it is closed, so that the next person at the computer finds none. */
export function giveSessionCookie(reply: FastifyReply, { token }: Pick<OpenedSession, 'token'>): void {
  setOwnCookie(reply, COOKIE, token, { httpOnly: true, sameSite: 'lax' });
}

export function clearSessionCookie(reply: FastifyReply): void {
  clearOwnCookie(reply, COOKIE);
}

/** Cookies are Secure when the portal is reached over https. */
export const isSecure = ({ config }: ServerContext): boolean => config.PUBLIC_URL.startsWith('https:');
