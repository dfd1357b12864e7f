import type { FastifyRequest } from 'fastify';
import { localeOfPath } from '#contract/pages.ts';
import type { ProblemCode } from '#domain/problem.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { localeReadLast } from './locale-cookie.ts';
import { problemPage } from './problem-page.ts';

/** Returns the page that people get instead of problem details, if there is one for the request and the problem. */
export type WaitingPage = (request: FastifyRequest, code: ProblemCode) => string | null;

/**
 * Pages for people who open the portal, or return to it, while it is temporarily unavailable. Null for other
 * problems, and for scripts, which read problem details.
 */
export function waitingPages(context: ServerContext, files: PageFiles | null): WaitingPage {
  return (request, code) => {
    if (!isWaiting(code)) return null;
    if (!request.headers.accept?.includes('text/html')) return null;
    const locale = request.url.startsWith('/api/') ? localeReadLast(request) : localeOfPath(pathOf(request));
    // Following a link would not repeat a request that carried data.
    const wayOn = request.method === 'GET' ? ({ label: 'reload', href: '' } as const) : null;
    return problemPage(context, files, { locale, code, wayOn });
  };
}

const waitingCodes = ['overloaded', 'database-unavailable', 'too-many-requests'] as const;
const isWaiting = (code: ProblemCode): code is (typeof waitingCodes)[number] =>
  (waitingCodes as readonly ProblemCode[]).includes(code);

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';
