import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderPage, SessionUser } from '#contract/auth.ts';
import type { Infer } from '#contract/call.ts';
import { type Calls, calls } from '#contract/calls.ts';
import type { LoginProtocol } from '#domain/login.ts';
import type { ServerContext } from '#server/context.ts';
import { listProviders } from '#server/identity/providers.ts';
import { keepFarewell } from '#server/sessions/farewell.ts';
import { peek } from '#server/sessions/login-state.ts';
import { opaque, opaquePerson } from '#server/sessions/opaque.ts';
import { openAnonymousSession, type Session } from '#server/sessions/session.ts';
import { endLogin } from '#server/use-cases/end-login.ts';
import { eraseSession, reviewEnding } from '#server/use-cases/end-session.ts';
import { requestLogin } from '#server/use-cases/log-in.ts';
import { logOut } from '#server/use-cases/log-out.ts';
import { loginsOf } from '#server/views/logins.ts';
import { sentHereOf } from '#server/views/sent-here.ts';
import { giveLoginCookie } from '../security/login-cookie.ts';
import { actorOf } from '../security/security-events.ts';
import {
  clearSessionCookie,
  farewellTo,
  giveSessionCookie,
  hasExpired,
  hasSessionCookie,
  requireSession,
  sessionOf,
} from '../security/session.ts';
import { forgetHere, hidden, KEY, LEAVE } from './leaving.ts';
import { serve, serveSession } from './route.ts';

const RECENT_MS = 60_000;

type LoginInput = Infer<Calls['requestOidcLogin']['query']>;

/** The calls of spec section 7 under /api/auth. */
export function authRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(app, calls.getProviders, async () => listProviders(context.identityProviders));

  serve(app, calls.getUser, async ({ request, reply }) => {
    const session = await sessionOf(context, request);
    const sessionExpired = session === null && (await hasExpired(context, request));
    // A session that was ended on another device counts here as a logout from now on.
    if (session === null && !sessionExpired && hasSessionCookie(request)) clearSessionCookie(reply);
    const { SESSION_IDLE_MINUTES: idleMinutes, SESSION_ABSOLUTE_MINUTES: absoluteMinutes } = context.config;
    return {
      user: session && (await userView(context, session)),
      sessionExpired,
      limits: { idleMinutes, absoluteMinutes },
    };
  });

  serveSession(app, context, calls.prolongSession, async ({ session }) => ({
    user: await userView(context, session),
  }));

  serveSession(app, context, calls.listLogins, ({ session }) => loginsOf(context, session));

  serveSession(app, context, calls.endLogin, ({ session, params }) => endLogin(context, session, params.id));

  serveSession(app, context, calls.reviewEnding, ({ session, query }) =>
    reviewEnding(context, session, query.lang ?? 'de'),
  );

  serve(app, calls.eraseSession, async ({ query, request, reply }) => {
    const told = (await sessionOf(context, request)) ? null : await farewellTo(context, request, 'erasure');
    if (told) {
      forgetHere(reply);
      return [...told];
    }
    const session = await requireSession(context, request);
    const ended = await eraseSession(context, session, {
      locale: query.lang ?? 'de',
      paidConsent: query.paidConsent === 'true',
    });
    await keepFarewell(context, session, 'erasure', ended);
    forgetHere(reply);
    context.security.record(
      { event: 'session-end', outcome: 'succeeded', reason: 'erased' },
      actorOf(request),
    );
    return ended;
  });

  serve(app, calls.openPseudo, { limited: true }, async ({ request, reply }) => {
    const present = await sessionOf(context, request);
    if (present) return { user: await userView(context, present) };
    const opened = await openAnonymousSession(context);
    giveSessionCookie(reply, opened);
    return { user: await userView(context, opened.session) };
  });

  const begin = async (
    type: LoginProtocol,
    { query, request, reply }: { query: LoginInput; request: FastifyRequest; reply: FastifyReply },
  ) => {
    const { redirect, binding, name } = await requestLogin(context, await sessionOf(context, request), {
      ...query,
      type,
      cancelUrl: query.cancelUrl ?? query.redirect,
      scopes: query.scopes?.split(' ').filter(Boolean) ?? null,
      trustLevel: query.trustLevel ?? 'low',
      forceNew: query.forceNew === 'true',
    });
    const page = query.cancelUrl ?? query.redirect;
    giveLoginCookie(request, reply, { name, binding, page, at: context.now() });
    return redirect;
  };
  const ofOwnPages = { limited: true, from: 'ownPage' } as const;
  serve(app, calls.requestSamlLogin, ofOwnPages, async (input) => begin('saml2', input));
  serve(app, calls.requestOidcLogin, ofOwnPages, async (input) => begin('oidc', input));

  serve(app, calls.logout, async ({ query, request, reply }) => {
    const session = await sessionOf(context, request);
    const about = { locale: query.lang ?? 'de', actor: actorOf(request) };
    forgetHere(reply);
    if (!session) return { account: await farewellTo(context, request, 'logout') };
    const left = await logOut(context, session, about);
    const account = left && { ...left, page: left.page && (await hidden(context, left.page)) };
    await keepFarewell(context, session, 'logout', account);
    return { account };
  });

  /**
   * Leads to the account's logout. Its address names the person, so no script may read it. The person can try again
   * when the account's page does not load.
   */
  app.get<{ Params: { key: string } }>(
    `${LEAVE}/:key`,
    { config: { rateLimit: {} } },
    async (request, reply) => {
      const { key } = request.params;
      const page = KEY.test(key) ? await peek<ProviderPage>(context, `leave:${key}`) : null;
      return reply.redirect(page?.url ?? '/', 303);
    },
  );
}

/** The user session of spec section 3. */
async function userView(context: ServerContext, session: Session): Promise<SessionUser> {
  const { identity } = session;
  const now = context.now();
  return {
    person: session.userId === null ? null : opaquePerson(session.userId, identity),
    session: opaque(session.id),
    providerId: identity.providerId,
    providerType: identity.providerType,
    trustLevel: identity.trustLevel,
    name: identity.name,
    ...(identity.company && { company: identity.company }),
    transient: session.userId === null,
    hasPostbox: identity.postboxHandle !== null,
    sentHere: await sentHereOf(context, session),
    // The data includes identifiers, and no page reads any of it.
    providerData: {},
    loginData: identity.userData,
    fetchedTimestamp: session.fetchedAt.toISOString(),
    recentlyFetched: now.getTime() - session.fetchedAt.getTime() < RECENT_MS,
    expires: session.expiresAt.toISOString(),
    sessionExpiration: session.sessionExpiresAt.toISOString(),
    answeredAt: now.toISOString(),
  };
}
