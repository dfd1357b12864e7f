import type { FastifyInstance } from 'fastify';
import { cardProviderId } from '#domain/login.ts';
import type { ServerContext } from '#server/context.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Source expression of a style sheet that only this page has, otherwise empty. */
    ownStyles: string;
  }
}

/** Files that are not documents: headers that only matter for documents would double the smaller ones. */
const PARTS_OF_PAGES = /^\/assets\/[^?]+\.(?:js|css|json|woff2)$/;
const headersOfParts: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/**
 * Scripts that run apart from a page. Each has a policy of its own, not that of its page: only there may a compiled
 * program run, such as a decoder of pictures.
 */
const WORKERS = /^\/assets\/[^?]+-worker-[^?/]+\.js$/;
const headersOfWorkers: Record<string, string> = {
  ...headersOfParts,
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
};

/** Source expressions of everything that pages may load besides their own files. */
type Allowed = {
  /** Inline scripts of pages. */
  scripts: readonly string[];
  /** Style sheets of pages at the present moment. */
  styles: () => readonly string[];
};

/**
 * Sets strict headers for every answer: no script or style but the portal's own, no eval, no frames but those of the
 * form server, no foreign hosts.
 * @returns the headers of an answer at this moment
 */
export function strictHeaders(
  context: ServerContext,
  { scripts, styles }: Allowed,
): (ownStyles?: string) => Record<string, string> {
  const logins = [...context.identityProviders.values()];
  const providers = logins.filter(({ type }) => type === 'saml2').map(({ origin }) => origin);
  const { origin, pathname } = new URL(context.config.EID_STATUS_URL);
  const cardApp = context.identityProviders.has(cardProviderId) ? origin + pathname : '';
  // Without a form server the default applies: no frames.
  const frames = context.config.LIP_URL ? [`frame-src ${new URL(context.config.LIP_URL).origin}`] : [];
  const policy = (ownStyles: string) =>
    [
      "default-src 'none'",
      `script-src ${["'self'", ...scripts].join(' ')}`,
      `style-src 'self' ${[ownStyles, ...styles()].join(' ').trim()}`,
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ${cardApp}`.trim(),
      "manifest-src 'self'",
      ...frames,
      `form-action 'self' ${providers.join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  const headers: Record<string, string> = {
    ...headersOfParts,
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
  const { PUBLIC_URL, HSTS } = context.config;
  if (PUBLIC_URL.startsWith('https:') && HSTS !== 'off') headers['strict-transport-security'] = HSTS;
  return (ownStyles = '') => ({ ...headers, 'content-security-policy': policy(ownStyles) });
}

/** Gives every answer strict headers, unless it has its own. */
export function secureHeaders(app: FastifyInstance, context: ServerContext, allowed: Allowed): void {
  const headersOf = strictHeaders(context, allowed);
  app.decorateReply('ownStyles', '');
  app.addHook('onSend', async (request, reply) => {
    const headers = WORKERS.test(request.url)
      ? headersOfWorkers
      : PARTS_OF_PAGES.test(request.url)
        ? headersOfParts
        : headersOf(reply.ownStyles);
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
  });
}
