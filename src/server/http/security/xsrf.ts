import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#server/problem-error.ts';
import { readOwnCookie, setOwnCookie } from './own-cookies.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';

/** Gives the page its anti-forgery cookie (spec section 7); scripts read it and send it back as a header. */
export function giveXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (readOwnCookie(request, COOKIE)) return;
  setOwnCookie(reply, COOKIE, randomBytes(24).toString('base64url'), { sameSite: 'lax' });
}

/** Other sites can make the browser send the cookie, but not read it. @throws ProblemError xsrf-mismatch */
export function assertXsrf(request: FastifyRequest): void {
  const expected = Buffer.from(readOwnCookie(request, COOKIE) ?? '');
  const given = Buffer.from(String(request.headers[HEADER] ?? ''));
  const same = expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given);
  if (!same) throw new ProblemError('xsrf-mismatch');
}
