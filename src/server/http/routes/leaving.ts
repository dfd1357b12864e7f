import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ProviderPage } from '#contract/auth.ts';
import type { ServerContext } from '#server/context.ts';
import { keep } from '#server/sessions/login-state.ts';
import { clearHandoverCookie } from '../security/handover-cookie.ts';
import { clearSessionCookie } from '../security/session.ts';

/** Address of the way to the account's logout. */
export const LEAVE = '/api/auth/leave';
/** The key of such an address: 24 bytes. */
export const KEY = /^[\w-]{32}$/;

/** Returns an address of ours that leads to a page of the provider. */
export async function hidden(context: ServerContext, page: ProviderPage): Promise<ProviderPage> {
  const key = randomBytes(24).toString('base64url');
  await keep(context, `leave:${key}`, page);
  return { url: `${LEAVE}/${key}`, method: 'GET', fields: {} };
}

/** Removes cookies and cached pages, which the next person at this browser must not find. Place and language stay. */
export function forgetHere(reply: FastifyReply): void {
  clearSessionCookie(reply);
  clearHandoverCookie(reply);
  reply.header('clear-site-data', '"cache"');
}
