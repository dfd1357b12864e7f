import type { FastifyReply, FastifyRequest } from 'fastify';
import { freshSecret } from '#server/handovers/row.ts';
import { clearOwnCookie, readOwnCookie, setOwnCookie } from './own-cookies.ts';

const COOKIE = 'sp_handover';

/** Returns the secret of this browser for hand-overs; null when it has none. */
export const handoverSecretOf = (request: FastifyRequest): string | null =>
  readOwnCookie(request, COOKIE) ?? null;

/**
 * Returns the secret of this browser, and gives it one first if it has none. The secret binds hand-overs to the
 * browser until that is closed or the person logs out, so that the next person at the computer finds none. A page
 * whose script opens a hand-over sets the cookie before the call: a browser that never got the answer to that call
 * could otherwise not ask again.
 */
export function giveHandoverSecret(request: FastifyRequest, reply: FastifyReply): string {
  const present = handoverSecretOf(request);
  if (present !== null) return present;
  const secret = freshSecret();
  setOwnCookie(reply, COOKIE, secret, { httpOnly: true, sameSite: 'lax' });
  return secret;
}

export function clearHandoverCookie(reply: FastifyReply): void {
  clearOwnCookie(reply, COOKIE);
}
