import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Prefix of the names of our own cookies. */
    cookiePrefix: '__Host-' | '';
  }
}

/** Cookies that decide who somebody is, or that a request is theirs. */
export type OwnCookie = 'sp_session' | 'sp_login' | 'sp_operations' | 'XSRF-TOKEN';

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
