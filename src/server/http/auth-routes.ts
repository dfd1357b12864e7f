import type { FastifyInstance } from 'fastify';
import type { User } from '#contract/auth.ts';
import { calls } from '#contract/calls.ts';
import type { ServiceContext } from '#server/context.ts';
import { listProviders } from '#server/identity/providers.ts';
import { requestLogin } from '#server/sessions/login.ts';
import { endSession, extendSession, openAnonymousSession, type Session } from '#server/sessions/session.ts';
import { serve } from './route.ts';
import { clearSessionCookie, giveSessionCookie, isSecure, sessionOf } from './session.ts';

const loginCookie = 'sp_login';
const recentMs = 60_000;

/** The calls of spec section 7 under /api/auth. */
export function authRoutes(app: FastifyInstance, context: ServiceContext): void {
  serve(app, calls.getProviders, async () => listProviders({ entryPoint: context.config.NKB_ENTRY_POINT }));

  serve(app, calls.getUser, async ({ request }) => {
    const session = await sessionOf(context, request);
    return { user: session ? userView(context, await extendSession(context, session)) : null };
  });

  serve(
    app,
    calls.openPseudo,
    async ({ request, reply }) => {
      const present = await sessionOf(context, request);
      if (present) return { user: userView(context, present) };
      const opened = await openAnonymousSession(context);
      giveSessionCookie(context, reply, opened);
      return { user: userView(context, opened.session) };
    },
    { limited: true },
  );

  serve(
    app,
    calls.requestSamlLogin,
    async ({ query, reply }) => {
      const { redirect, binding } = await requestLogin(context, {
        ...query,
        trustLevel: query.trustLevel ?? 'low',
        forceNew: query.forceNew === 'true',
      });
      reply.setCookie(loginCookie, binding, {
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure(context),
      });
      return redirect;
    },
    { limited: true },
  );

  serve(app, calls.logout, async ({ request, reply }) => {
    const session = await sessionOf(context, request);
    if (session) await endSession(context, session);
    clearSessionCookie(reply);
  });
}

/** The user session of spec section 3. */
export function userView(context: ServiceContext, session: Session): User {
  const { identity } = session;
  return {
    providerId: identity.providerId,
    providerType: identity.providerType,
    trustLevel: identity.trustLevel,
    name: identity.name,
    transient: session.userId === null,
    hasPostbox: identity.postboxHandle !== null,
    providerData: identity.providerData,
    loginData: identity.userData,
    fetchedTimestamp: session.fetchedAt.toISOString(),
    recentlyFetched: context.now().getTime() - session.fetchedAt.getTime() < recentMs,
    expires: session.expiresAt.toISOString(),
    sessionExpiration: session.sessionExpiresAt.toISOString(),
  };
}
