import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';
import { assertState, takeAnswer } from './login-answer.ts';

/** Longer than the code of any provider that is known, and short enough for the log of a proxy. */
const LONGEST = 4096;

type OfProvider = { Params: { providerId: string } };

/**
 * Addresses to which a provider of OpenID Connect sends the browser back, one for each provider. An answer at the
 * address of another provider does not belong to this login, even when it does not name its provider (RFC 9700,
 * 4.4.2).
 */
export function oidcRoutes(app: FastifyInstance, context: ServerContext): void {
  const config = { rateLimit: {} };

  app.get<OfProvider>('/api/auth/oidc/callback/:providerId', { config }, async (request, reply) => {
    const parameters = onceEach(request.query as Record<string, unknown>);
    const relayState = parameters.state ?? '';
    assertState('state', relayState);
    const answer = { relayState, parameters, receivedBy: request.params.providerId };
    return takeAnswer(context, { request, reply }, answer);
  });

  /** Serves our public keys, which the provider fetches after the registration and at each renewal. */
  app.get<OfProvider>('/api/auth/oidc/jwks/:providerId', { config }, async (request, reply) => {
    const logins = [...context.identityProviders.values()];
    const keys = logins.find(({ id }) => id === request.params.providerId)?.publicKeys();
    if (keys == null) throw new ProblemError('not-found');
    return reply.type('application/jwk-set+json').send(keys);
  });
}

/** Refuses a parameter that comes twice, which has no meaning (RFC 6749, 3.1). @throws ProblemError input-invalid */
export function onceEach(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (typeof value === 'string' && value.length <= LONGEST) return [name, value];
      throw new ProblemError('input-invalid', { fields: [{ name, reason: 'is none of ours' }] });
    }),
  );
}
