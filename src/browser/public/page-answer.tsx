import type { ReactNode } from 'react';
import type { Locale } from '#domain/locale.ts';
import { ErrorScreen } from '#ui/screens/errors/error-screen.tsx';
import { LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import { ApiProblem } from '../api-problem.ts';
import { errorRoutes } from '../error-routes.tsx';

export const { ErrorRoute, NotFoundRoute } = errorRoutes(ErrorScreen);

/**
 * Turns a problem into an answer like any other: an error while a page is hydrated makes React replace the server's
 * markup by its own, and a click in between is lost.
 */
export function problemAsAnswer(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}

/** Returns why the page of an address could not be shown; nothing for a page that could. */
export const failureOf = (
  matches: readonly { status: string; error?: unknown; loaderData?: unknown }[],
): unknown =>
  matches.find(({ status }) => status === 'error')?.error ??
  matches.find(({ loaderData }) => loaderData instanceof ApiProblem)?.loaderData;

const isPage = <T,>(answer: T): answer is Exclude<T, ApiProblem> => !(answer instanceof ApiProblem);

/** The contents of a route: the page for its answer, or why there is none. */
export function PageAnswer<T>({
  locale,
  answer,
  show,
  showProblem = (problem) => <ErrorRoute error={problem} />,
}: {
  locale: Locale;
  answer: T;
  show: (data: Exclude<T, ApiProblem>) => ReactNode;
  showProblem?: (problem: unknown) => ReactNode;
}) {
  return (
    <LocaleProvider value={locale}>{isPage(answer) ? show(answer) : showProblem(answer)}</LocaleProvider>
  );
}
