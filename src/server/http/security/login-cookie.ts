import type { FastifyReply, FastifyRequest } from 'fastify';
import { portalPath } from '#contract/shapes.ts';
import {
  clearOwnCookie,
  type LoginCookie,
  loginCookiesOf,
  readOwnCookie,
  setOwnCookie,
} from './own-cookies.ts';

/** A login that was begun in this browser, as its cookie stores it. */
export type BegunLogin = {
  cookie: LoginCookie;
  /** The secret that binds the login to this browser. */
  binding: string;
  /** The page on which it began, if known. */
  page: string | null;
};

/** Most logins under way in one browser; another one drops the oldest. */
const MOST = 4;

/** Longer than the server remembers logins, so that people who return late are led to the page they came from. */
const KEPT_SECONDS = 2 * 60 * 60;

/** Maximum length of a stored address: the cookies of all logins together must fit into a request. */
const PAGE_BYTES = 600;

/**
 * Remembers a login in the browser, in a cookie of its own, because another window may begin another login at the
 * same moment. The page serves a login of which nothing else is known any more. A person who changes it changes only
 * their own way in this portal.
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
 * Returns the login that an answer belongs to, if it was begun in this browser; otherwise null. An answer that names
 * no login belongs to the only login under way, if there is just one.
 */
export function readLoginCookie(request: FastifyRequest, name: string): BegunLogin | null {
  const cookies = loginCookiesOf(request);
  const [only, ...others] = cookies;
  // The version before this one stored one login at a time.
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
  Number(partsOf(request, cookie)[2]) || 0;
