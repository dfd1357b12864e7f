import type { FastifyReply } from 'fastify';
import { YEAR_SECONDS } from '#domain/days.ts';

/** Holds the key of the chosen place, so that pages are rendered for it; the browser stores the place itself. */
export const PLACE_COOKIE = 'place';

export function keepPlace(reply: FastifyReply, key: string, secure: boolean): void {
  reply.setCookie(PLACE_COOKIE, key, { path: '/', sameSite: 'lax', secure, maxAge: YEAR_SECONDS });
}

export function forgetPlace(reply: FastifyReply): void {
  reply.clearCookie(PLACE_COOKIE, { path: '/' });
}
