import { useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ErrorScreen } from '#ui/screens/errors/error-screen.tsx';
import { localeOfPath } from '#ui/screens/shared/paths.ts';
import { LocaleProvider } from '#ui/screens/shared/portal-context.tsx';
import { ApiProblem } from './api-problem.ts';

/** The error screen for whatever a page could not handle (spec section 2, error screen). */
export function ErrorRoute({ error }: { error: unknown }) {
  const { code, requestId } =
    error instanceof ApiProblem ? error : { code: 'internal', requestId: undefined };
  // What a page is made of is not there: for the reader the page is not there.
  return <Shown code={code === 'not-found' ? 'page-not-found' : code} requestId={requestId} />;
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
