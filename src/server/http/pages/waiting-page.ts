import type { FastifyRequest } from 'fastify';
import { localeOfPath } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { type ProblemCode, problemStatus } from '#domain/problem.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { knownLocale } from './locale-cookie.ts';
import { problemPage } from './problem-page.ts';

/** Returns the page that people get instead of problem details, if there is one for the request and the problem. */
export type WaitingPage = (request: FastifyRequest, code: ProblemCode) => string | null;

/**
 * Pages for people who open the portal, or return to it, while something of it is temporarily unavailable. Null for
 * other problems, and for scripts, which read problem details.
 */
export function waitingPages(
  context: Pick<ServerContext, 'content' | 'interruptions'>,
  files: PageFiles | null,
): WaitingPage {
  return (request, code) => {
    if (!isMatterOfTime(code)) return null;
    if (!request.headers.accept?.includes('text/html')) return null;
    const locale = localeFor(request);
    // Following a link would not repeat a request that carried data.
    const wayOn = request.method === 'GET' ? ({ label: 'reload', href: '' } as const) : 'resend';
    return problemPage(context, files, { locale, code, wayOn });
  };
}

/** Whether nothing of the portal can be had: a screen would only meet the same. */
export const isOfWholePortal = (code: ProblemCode): boolean =>
  code === 'overloaded' || code === 'database-unavailable' || code === 'too-many-requests';

const isMatterOfTime = (code: ProblemCode): boolean => [429, 500, 503].includes(problemStatus[code]);

/** The language of a page; null when neither its address nor what was read last says it. */
function localeFor(request: FastifyRequest): Locale | null {
  const path = request.url.split('?')[0] ?? '/';
  const isNamed = path !== '/' && !path.startsWith('/api/');
  return isNamed ? localeOfPath(path) : knownLocale(request);
}
