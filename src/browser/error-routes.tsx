import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { patiently } from '#ui/kit/patiently.ts';
import { localeOfPath } from '#ui/screens/shared/paths.ts';
import { LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import { ApiProblem } from './api-problem.ts';

const ErrorScreen = lazy(() =>
  patiently(() => import('#ui/screens/errors/error-screen.tsx')).then((module) => ({
    default: module.ErrorScreen,
  })),
);

/** The error screen for whatever a page could not handle (spec section 2, error screen). */
export function ErrorRoute({ error }: { error: unknown }) {
  const { code, requestId } =
    error instanceof ApiProblem ? error : { code: 'internal', requestId: undefined };
  return <Shown code={code} requestId={requestId} />;
}

export const NotFoundRoute = () => <Shown code="page-not-found" />;

function Shown({ code, requestId }: { code: string; requestId?: string | undefined }) {
  const router = useRouter();
  return (
    <LocaleProvider value={localeOfPath(router.latestLocation.pathname)}>
      <Suspense>
        <ErrorScreen code={code} requestId={requestId} />
      </Suspense>
    </LocaleProvider>
  );
}
