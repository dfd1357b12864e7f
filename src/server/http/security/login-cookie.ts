import type { FastifyReply, FastifyRequest } from 'fastify';
import { portalPath } from '#contract/shapes.ts';
import { readOwnCookie, setOwnCookie } from './own-cookies.ts';

/**
 * Remembers in the browser that a login was begun there: the secret that binds it to this browser, and the page it
 * began on. The page is only for a login of which nothing else is known any more; whoever changes it changes where they
 * themselves are led in this portal.
 */
export function giveLoginCookie(reply: FastifyReply, begun: { binding: string; page: string }): void {
  const page = Buffer.from(begun.page).toString('base64url');
  setOwnCookie(reply, 'sp_login', `${begun.binding}.${page}`, { httpOnly: true, sameSite: 'lax' });
}

export function readLoginCookie(request: FastifyRequest): { binding: string; page: string | null } {
  const [binding = '', encoded = ''] = (readOwnCookie(request, 'sp_login') ?? '').split('.');
  const page = portalPath.safeParse(Buffer.from(encoded, 'base64url').toString());
  return { binding, page: page.success ? page.data : null };
}
