import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { bySession, type LoginFault } from '#server/security/events.ts';
import { deviceOf } from '#server/sessions/device.ts';
import { redeemTicket, withResult } from '#server/use-cases/log-in.ts';
import { localeReadLast } from '../pages/locale-cookie.ts';
import { readLoginCookie } from '../security/login-cookie.ts';
import { clearOwnCookie } from '../security/own-cookies.ts';
import { actorOf } from '../security/security-events.ts';
import { giveSessionCookie, sessionOf } from '../security/session.ts';
import { assertShape, assertState, takeAnswer } from './login-answer.ts';

/** The end of a login that began on an unknown page. */
const lostLogin = (lang: Locale): string => `${paths.redirect[lang]}?lang=${lang}&lost=login`;

const TICKET = /^[\w-]{0,64}$/;
const NAME = /^[\da-f-]{0,8}$/;

/**
 * Addresses to which the identity provider sends the browser back. They are not calls of the contract: the provider's
 * page makes a cross-site POST without our cookies, and our own redirect with the cookies follows.
 */
export function samlRoutes(app: FastifyInstance, context: ServerContext): void {
  const refused = (request: FastifyRequest, reason: LoginFault) =>
    context.security.record({ event: 'login', outcome: 'refused', reason }, actorOf(request));

  const fromElsewhere = { rateLimit: {}, fromElsewhere: true };
  app.post('/api/auth/saml2/acs', { config: fromElsewhere }, async (request, reply) => {
    const { SAMLResponse, RelayState = '' } = (request.body ?? {}) as Record<string, string | undefined>;
    assertState('RelayState', RelayState);
    const answer = { relayState: RelayState, parameters: { SAMLResponse } };
    return takeAnswer(context, { request, reply }, answer);
  });

  app.get('/api/auth/return', { config: { rateLimit: {} } }, async (request, reply) => {
    // Without a login the ticket is empty; without a name in the answer the login is empty.
    const { ticket = '', login = '' } = request.query as { ticket?: unknown; login?: unknown };
    assertShape('ticket', ticket, TICKET);
    assertShape('login', login, NAME);
    const begun = readLoginCookie(request, login);
    const present = await sessionOf(context, request);
    const redeemed = await redeemTicket(
      context,
      ticket,
      begun?.binding ?? '',
      present,
      deviceOf(request.headers['user-agent']),
    );
    // An answer to somebody else's login does not end logins that were begun here.
    if (begun && redeemed !== 'other-browser') clearOwnCookie(reply, begun.cookie);
    if (typeof redeemed === 'string') {
      // A refusal without a ticket was recorded when the answer arrived.
      if (ticket !== '') refused(request, redeemed);
      const page = redeemed === 'other-browser' ? null : (begun?.page ?? null);
      return reply.redirect(page ? withResult(page, 'ERROR') : lostLogin(localeReadLast(request)), 303);
    }
    const { opened, location, isAgain, isRaised, trustLevel, fault } = redeemed;
    if (fault !== null) refused(request, fault);
    if (opened) {
      giveSessionCookie(reply, opened);
      const { providerId: provider, trustLevel: ofSession } = opened.session.identity;
      // The log shows the level of this login, not the level that the session had before.
      const made = { outcome: 'succeeded', provider, trustLevel: trustLevel ?? ofSession } as const;
      context.security.record(
        isRaised ? { ...made, event: 'step-up' } : { ...made, event: 'login', again: isAgain },
        { ...actorOf(request), ...bySession(opened.session) },
      );
    }
    return reply.redirect(location, 303);
  });

  /** Serves metadata for registration with a provider; without an id, of the first provider. */
  app.get('/api/auth/saml2/metadata', async (request, reply) => {
    const { providerId } = request.query as { providerId?: unknown };
    const providers = [...context.identityProviders.values()];
    const own = providers.filter(({ description }) => description.type === 'saml2');
    const metadata = own.find(({ id }) => providerId === undefined || id === providerId)?.metadata();
    if (metadata == null) throw new ProblemError('not-found');
    return reply.type('application/samlmetadata+xml').send(metadata);
  });
}
