import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearOwnCookie, readOwnCookie, setOwnCookie } from './own-cookies.ts';

const COOKIE = 'sp_handover';

/** The secret of this browser for hand-overs; null when it has none. */
export const handoverSecretOf = (request: FastifyRequest): string | null =>
  readOwnCookie(request, COOKIE) ?? null;

/**
 * Binds hand-overs to this browser until it is closed or the person logs out: the next person at the same computer finds
 * none.
 */
export function giveHandoverCookie(reply: FastifyReply, secret: string): void {
  setOwnCookie(reply, COOKIE, secret, { httpOnly: true, sameSite: 'lax' });
}

export function clearHandoverCookie(reply: FastifyReply): void {
  clearOwnCookie(reply, COOKIE);
}
