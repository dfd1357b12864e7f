import type { FastifyReply, FastifyRequest } from 'fastify';
import { portalPath } from '#contract/shapes.ts';
import {
  clearOwnCookie,
  type LoginCookie,
  loginCookiesOf,
  readOwnCookie,
  setOwnCookie,
} from './own-cookies.ts';

/** What a browser remembers of a login that was begun there. */
export type BegunLogin = {
  cookie: LoginCookie;
  /** The secret that binds the login to this browser. */
  binding: string;
  /** The page it began on, where it is known. */
  page: string | null;
};

/** As many logins as somebody may have begun at the same time; what is begun beyond that drops the oldest. */
const MOST = 4;

/** Longer than the server remembers them, so that who comes back late is led to where they were. */
const KEPT_SECONDS = 2 * 60 * 60;

/** A longer address is not remembered: the cookies of all logins together must fit into a request. */
const PAGE_BYTES = 600;

/**
 * Remembers in the browser that a login was begun there, in a cookie of its own: another window may begin another one
 * at the same moment. The page is only for a login of which nothing else is known any more; whoever changes it changes
 * where they themselves are led in this portal.
 */
export function giveLoginCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  begun: { name: string; binding: string; page: string; at: Date },
): void {
  const oldestFirst = loginCookiesOf(request).sort(
    (one, other) => begunAt(request, one) - begunAt(request, other),
  );
  for (const cookie of oldestFirst.slice(0, Math.max(0, oldestFirst.length - MOST + 1))) {
    clearOwnCookie(reply, cookie);
  }
  const bytes = Buffer.from(begun.page);
  const page = bytes.length > PAGE_BYTES ? '' : bytes.toString('base64url');
  const value = `${begun.binding}.${page}.${begun.at.getTime()}`;
  setOwnCookie(reply, `sp_login_${begun.name}`, value, {
    httpOnly: true,
    sameSite: 'lax',
    maxAge: KEPT_SECONDS,
  });
}

/**
 * The login that an answer belongs to, as it was begun in this browser; null when it was begun in another one. An
 * answer that names no login can only belong to the one that is under way, if there are no others.
 */
export function readLoginCookie(request: FastifyRequest, name: string): BegunLogin | null {
  const cookies = loginCookiesOf(request);
  const [only, ...others] = cookies;
  // A version before this one knew one login at a time.
  const cookie =
    cookies.find((one) => name !== '' && one === `sp_login_${name}`) ??
    cookies.find((one) => one === 'sp_login') ??
    (name === '' && others.length === 0 ? only : undefined);
  if (cookie === undefined) return null;
  const [binding = '', encoded = ''] = partsOf(request, cookie);
  const page = portalPath.safeParse(Buffer.from(encoded, 'base64url').toString());
  return { cookie, binding, page: page.success ? page.data : null };
}

const partsOf = (request: FastifyRequest, cookie: LoginCookie): string[] =>
  (readOwnCookie(request, cookie) ?? '').split('.');

const begunAt = (request: FastifyRequest, cookie: LoginCookie): number =>
  Number(partsOf(request, cookie)[2] ?? 0) || 0;
