import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Prefix of the names of our own cookies. */
    cookiePrefix: '__Host-' | '';
  }
}

/** Cookies that identify a person, or prove that a request is theirs. */
export type OwnCookie =
  | 'sp_session'
  | LoginCookie
  | 'sp_operations'
  | 'sp_operations_login'
  | 'sp_handover'
  | 'XSRF-TOKEN';
/** One cookie for each login under way; the cookie without a name is from a version that stored one login at a time. */
export type LoginCookie = `sp_login_${string}` | 'sp_login';

/**
 * Names our own cookies `__Host-…` over https. A browser accepts such a name only from this very host, only as Secure
 * and for the whole host, so no other site under the same domain can set it. Over http, in development, no browser
 * would accept the name.
 */
export function nameOwnCookies(app: FastifyInstance, secure: boolean): void {
  app.decorate('cookiePrefix', secure ? '__Host-' : '');
}

export const readOwnCookie = (request: FastifyRequest, name: OwnCookie): string | undefined =>
  request.cookies[`${request.server.cookiePrefix}${name}`];

/** The cookies of logins under way that came with a request. */
export const loginCookiesOf = (request: FastifyRequest): LoginCookie[] =>
  Object.keys(request.cookies).flatMap((full) => {
    const { cookiePrefix } = request.server;
    const name = full.startsWith(cookiePrefix) ? full.slice(cookiePrefix.length) : '';
    return isLoginCookie(name) ? name : [];
  });

const isLoginCookie = (name: string): name is LoginCookie => /^sp_login(?:_[\da-f]+)?$/.test(name);

export function setOwnCookie(
  reply: FastifyReply,
  name: OwnCookie,
  value: string,
  options: Pick<CookieSerializeOptions, 'httpOnly' | 'sameSite' | 'maxAge'>,
): void {
  const { cookiePrefix } = reply.server;
  reply.setCookie(`${cookiePrefix}${name}`, value, { ...options, ...wholeHost(cookiePrefix) });
}

export function clearOwnCookie(reply: FastifyReply, name: OwnCookie): void {
  const { cookiePrefix } = reply.server;
  reply.clearCookie(`${cookiePrefix}${name}`, wholeHost(cookiePrefix));
}

const wholeHost = (prefix: string) => ({ path: '/', secure: prefix !== '' });
