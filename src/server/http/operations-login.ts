import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookie = 'sp_operations';
const HOURS = 8;

/**
 * The operators' login: whoever knows the token gets a cookie that says until when, signed with the token itself, so
 * nothing is stored and a new token ends all logins.
 */
export function operationsLogin(options: { token: string; secure: boolean; now: () => Date }) {
  const { token, secure, now } = options;
  const sign = (until: string) =>
    createHmac('sha256', token).update(`operations until ${until}`).digest('base64url');
  return {
    isToken: (given: string): boolean => same(given, token),

    isLoggedIn(request: FastifyRequest): boolean {
      const [until = '', signature = ''] = (request.cookies[cookie] ?? '').split('.');
      return /^\d+$/.test(until) && Number(until) > now().getTime() && same(signature, sign(until));
    },

    logIn(reply: FastifyReply): void {
      const until = String(now().getTime() + HOURS * 3_600_000);
      reply.setCookie(cookie, `${until}.${sign(until)}`, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge: HOURS * 3600,
      });
    },

    logOut(reply: FastifyReply): void {
      reply.clearCookie(cookie, { path: '/' });
    },
  };
}

/** Compares two texts in a time that tells nothing about them. */
const same = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));
const hash = (text: string) => createHash('sha256').update(text).digest();
