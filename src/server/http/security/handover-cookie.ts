import type { FastifyReply, FastifyRequest } from 'fastify';
import { freshSecret } from '#server/handovers/row.ts';
import { clearOwnCookie, readOwnCookie, setOwnCookie } from './own-cookies.ts';

const COOKIE = 'sp_handover';

/** The secret of this browser for hand-overs; null when it has none. */
export const handoverSecretOf = (request: FastifyRequest): string | null =>
  readOwnCookie(request, COOKIE) ?? null;

/**
 * The secret of this browser; one that has none gets one. It binds hand-overs to the browser until that is closed or the
 * person logs out: the next person at the same computer finds none. A page whose script opens a hand-over gives it
 * before: with the answer to that call alone, a browser that never gets that answer could not ask again.
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
