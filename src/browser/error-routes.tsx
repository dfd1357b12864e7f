import { useRouter } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import type { PageProblemCode } from '#domain/problem.ts';
import { localeOfPath } from '#ui/screens/shared/paths.ts';
import { LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import { ApiProblem } from './api-problem.ts';

type ErrorScreen = ComponentType<{ code: PageProblemCode; requestId?: string | undefined }>;

/**
 * The error screen for any error that a page could not handle (spec section 2, error screen).
 * @param ErrorScreen the screen, or a component that loads it
 */
export function errorRoutes(ErrorScreen: ErrorScreen) {
  function Shown({ code, requestId }: { code: PageProblemCode; requestId?: string | undefined }) {
    const router = useRouter();
    return (
      <LocaleProvider value={localeOfPath(router.latestLocation.pathname)}>
        <Suspense>
          <ErrorScreen code={code} requestId={requestId} />
        </Suspense>
      </LocaleProvider>
    );
  }
  return {
    NotFoundRoute: () => <Shown code="page-not-found" />,
    ErrorRoute: ({ error }: { error: unknown }) => {
      if (!(error instanceof ApiProblem)) return <Shown code="internal" />;
      // A part of the page does not or cannot exist: for the reader the page does not exist.
      if (error.code === 'not-found' || error.code === 'input-invalid')
        return <Shown code="page-not-found" />;
      return (
        <Shown
          code={error.code}
          requestId={error.code === 'service-not-found' ? undefined : error.requestId}
        />
      );
    },
  };
}
