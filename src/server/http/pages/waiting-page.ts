import type { FastifyRequest } from 'fastify';
import { localeOfPath } from '#contract/pages.ts';
import type { ProblemCode } from '#domain/problem.ts';

import de from '#locales/de/errors.json' with { type: 'json' };
import en from '#locales/en/errors.json' with { type: 'json' };
import type { ServerContext } from '#server/context.ts';
import { html } from '#server/html/html.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { plainDocument } from '#server/html/plain-document.ts';
import { localeReadLast } from './locale-cookie.ts';

const texts = { de, en };

/** The page that people get instead of problem details for a request and a problem, if any. */
export type WaitingPage = (request: FastifyRequest, code: ProblemCode) => string | null;

/**
 * What people get who open a page, or return to the portal, while it is temporarily unavailable. Null for other
 * problems and for scripts, which read problem details.
 */
export function waitingPages(context: ServerContext, files: PageFiles | null): WaitingPage {
  return (request, code) => {
    if (!isWaiting(code)) return null;
    if (!request.headers.accept?.includes('text/html')) return null;
    const locale = request.url.startsWith('/api/') ? localeReadLast(request) : localeOfPath(pathOf(request));
    const t = texts[locale];
    // A link would not send again what was sent to the page.
    const reload =
      request.method === 'GET' &&
      html`<p class="sp-actions"><a class="kern-btn kern-btn--primary" href=""><span class="kern-label">${t.reload}</span></a></p>`;
    return plainDocument(
      { locale, title: t.title[code], theme: context.content().theme, files, languages: false },
      html`<div class="sp-stack sp-measure">
        <h1 class="sp-page-heading">${t.title[code]}</h1>
        <p>${t.code[code]}</p>
        <p>${t.next[code]}</p>
        ${reload}
      </div>`,
    );
  };
}

const waitingCodes = ['overloaded', 'database-unavailable', 'too-many-requests'] as const;
const isWaiting = (code: ProblemCode): code is (typeof waitingCodes)[number] =>
  (waitingCodes as readonly ProblemCode[]).includes(code);

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';
