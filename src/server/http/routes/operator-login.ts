import type { FastifyInstance } from 'fastify';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { OPERATORS_CALLBACK } from '#server/identity/operators.ts';
import { goOnPage } from '#server/operations/login-page.ts';
import { operationsPaths, texts } from '#server/operations/texts.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { beginOperatorLogin, endOperatorLoginAtProvider } from '../security/operator-login.ts';
import { onceEach } from './oidc.ts';
import { operationsFrame, sendOperationsPage, sendOperatorLogin } from './operations-frame.ts';

/** The login of operators at the provider of the administration; nothing of it exists where none is configured. */
export function operatorLoginRoutes(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles | null,
): void {
  if (context.operatorsProvider === null) return;
  const config = { rateLimit: {} };

  for (const [locale, path] of Object.entries(operationsPaths) as [Locale, string][]) {
    const address = `${path}/${texts[locale].login.path}`;
    app.get(address, { config: { ...config, ownPagesOnly: true } }, async (request, reply) => {
      try {
        return reply.redirect(await beginOperatorLogin(context, reply, locale), 303);
      } catch (error) {
        if (!(error instanceof PartnerUnavailable)) throw error;
        const frame = operationsFrame(context, files, locale, request);
        return sendOperatorLogin(context, reply, { frame, status: 503, fault: 'away' });
      }
    });
  }

  app.get(OPERATORS_CALLBACK, { config }, async (request, reply) => {
    const parameters = onceEach(request.query as Record<string, unknown>);
    const { outcome, locale } = await endOperatorLoginAtProvider(context, { request, reply }, parameters);
    // The address has the code: no link keeps it, and nobody copies it from a page that stays.
    if (outcome !== 'in') return reply.redirect(`${operationsPaths[locale]}?login=${outcome}`, 303);
    const frame = { ...operationsFrame(context, files, locale, request), query: '' };
    return sendOperationsPage(reply, 200, goOnPage(frame));
  });
}
