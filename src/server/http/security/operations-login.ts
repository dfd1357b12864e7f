import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { keep, peek, take } from '#server/sessions/login-state.ts';
import { clearOwnCookie, readOwnCookie, setOwnCookie } from './own-cookies.ts';

const COOKIE = 'sp_operations';
const LOGIN_HOURS = 8;

/**
 * The operators' login. The token yields a cookie with the number of a stored login, signed with the token, so that a
 * new token ends all logins.
 */
export function operationsLogin(context: ServerContext, token: string) {
  const sign = (login: string) =>
    createHmac('sha256', token).update(`login of an operator ${login}`).digest('base64url');
  const keyOf = (login: string) => `operations:${hash(login).toString('base64url')}`;

  /** Returns the number of the login that the cookie names; null when the signature is not ours. */
  function loginOf(request: FastifyRequest): string | null {
    const [login = '', signature = ''] = (readOwnCookie(request, COOKIE) ?? '').split('.');
    return same(signature, sign(login)) ? login : null;
  }

  return {
    isToken: (given: string): boolean => same(given, token),

    /** Returns the number of the login that the request belongs to; null when there is none, or it has ended. */
    async present(request: FastifyRequest): Promise<string | null> {
      const login = loginOf(request);
      return login !== null && (await peek(context, keyOf(login))) !== null ? login : null;
    },

    /** @returns the number of the login */
    async logIn(reply: FastifyReply): Promise<string> {
      const login = randomBytes(24).toString('base64url');
      await keep(context, keyOf(login), true, LOGIN_HOURS * 60);
      setOwnCookie(reply, COOKIE, `${login}.${sign(login)}`, {
        httpOnly: true,
        sameSite: 'strict',
        maxAge: LOGIN_HOURS * 3600,
      });
      return login;
    },

    /** @returns the number of the login that this ended; null when there was none */
    async logOut(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const login = loginOf(request);
      clearOwnCookie(reply, COOKIE);
      return login !== null && (await take(context, keyOf(login))) !== null ? login : null;
    },
  };
}

/** Compares two texts in a time that reveals nothing about them. */
const same = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));
const hash = (text: string) => createHash('sha256').update(text).digest();
