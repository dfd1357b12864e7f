import type { ReactNode } from 'react';
import type { Locale } from '#domain/locale.ts';
import { ErrorScreen } from '#ui/screens/errors/error-screen.tsx';
import { LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import { ApiProblem } from '../api-problem.ts';
import { errorRoutes } from '../error-routes.tsx';

export const { ErrorRoute, NotFoundRoute } = errorRoutes(ErrorScreen);

/**
 * A problem is an answer like any other: what is thrown while a page is hydrated makes React put its own markup in the
 * place of the server's, and a click in between is lost.
 */
export function problemAsAnswer(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}

/** Why the page of an address could not be shown, if so. */
export const failureOf = (
  matches: readonly { status: string; error?: unknown; loaderData?: unknown }[],
): unknown =>
  matches.find(({ status }) => status === 'error')?.error ??
  matches.find(({ loaderData }) => loaderData instanceof ApiProblem)?.loaderData;

const isPage = <T,>(answer: T): answer is Exclude<T, ApiProblem> => !(answer instanceof ApiProblem);

/** What a route shows of its answer: the page, or why there is none. */
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
