import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Prefix of the names of our own cookies. */
    cookiePrefix: '__Host-' | '';
  }
}

/** Cookies that decide who somebody is, or that a request is theirs. */
export type OwnCookie = 'sp_session' | LoginCookie | 'sp_operations' | 'sp_handover' | 'XSRF-TOKEN';
/** One for each login under way; without a name, that of a version which knew one at a time. */
export type LoginCookie = `sp_login_${string}` | 'sp_login';

/**
 * Over https these cookies are named `__Host-…`: a browser accepts such a name only from this very host, and only
 * Secure and for the whole host. So none of them can come from another site under the same domain. Over http, in
 * development, no browser would accept the name.
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
