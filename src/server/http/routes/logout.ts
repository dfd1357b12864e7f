import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoginProtocol } from '#domain/login.ts';
import type { ServerContext } from '#server/context.ts';
import type { LogoutMessage } from '#server/ports/identity.ts';
import { ProblemError } from '#server/problem-error.ts';
import { receiveLogout } from '#server/use-cases/log-out.ts';
import { localeReadLast } from '../pages/locale-cookie.ts';
import { actorOf } from '../security/security-events.ts';

type OfProvider = { Params: { providerId: string } };

/**
 * Addresses to which an account sends the browser with a message about a logout, one for each account: by a redirect,
 * or by a post without our cookies. The signature of the account shows whom the message is about.
 */
export function logoutRoutes(app: FastifyInstance, context: ServerContext): void {
  // The account's page leads the browser here, also by a form. Only the signature counts.
  const config = { rateLimit: {}, fromElsewhere: true };

  const take = async (
    protocol: LoginProtocol,
    request: FastifyRequest<OfProvider>,
    reply: FastifyReply,
    message: LogoutMessage,
  ): Promise<FastifyReply> => {
    const providers = [...context.identityProviders.values()];
    const provider = providers.find(({ id, type }) => id === request.params.providerId && type === protocol);
    if (!provider?.logout) throw new ProblemError('not-found');
    const onward = await receiveLogout(context, provider, message, {
      locale: localeReadLast(request),
      actor: actorOf(request),
    });
    return reply.redirect('page' in onward ? onward.page.url : onward.location, 303);
  };
  const queryOf = ({ raw }: FastifyRequest) => ({ query: raw.url?.split('?').slice(1).join('?') ?? '' });

  app.get<OfProvider>('/api/auth/saml2/slo/:providerId', { config }, async (request, reply) =>
    take('saml2', request, reply, queryOf(request)),
  );
  app.post<OfProvider>('/api/auth/saml2/slo/:providerId', { config }, async (request, reply) =>
    take('saml2', request, reply, { fields: (request.body ?? {}) as Record<string, string | undefined> }),
  );
  app.get<OfProvider>('/api/auth/oidc/logout/:providerId', { config }, async (request, reply) =>
    take('oidc', request, reply, queryOf(request)),
  );
}
