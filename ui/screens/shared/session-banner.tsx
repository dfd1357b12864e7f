import { lazy, Suspense } from 'react';
import { selectEnding } from '#machines/session/session.selectors.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { useSession } from './portal-context.tsx';

const SessionEnd = lazy(() =>
  loadWithRetry(() => import('./session-end.tsx')).then((it) => ({ default: it.SessionEnd })),
);

/** Shows that the session has ended, and the way on, as long as that is so. */
export function SessionBanner() {
  const hasEnded = useSession((snapshot) => selectEnding(snapshot) !== null);
  return (
    hasEnded && (
      <Suspense>
        <SessionEnd />
      </Suspense>
    )
  );
}
