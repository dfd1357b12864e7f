import { lazy, Suspense } from 'react';
import { selectEnding } from '#machines/session/session.selectors.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { useSession } from './portal-context.tsx';

const SessionEnd = lazy(() =>
  loadWithRetry(() => import('./session-end.tsx')).then((it) => ({ default: it.SessionEnd })),
);

/**
 * Shows that the session has ended, and the way on, as long as that is so.
 * @param hasUnsaved whether something entered on this page is not saved
 */
export function SessionBanner({ hasUnsaved = false }: { hasUnsaved?: boolean }) {
  const hasEnded = useSession((snapshot) => selectEnding(snapshot) !== null);
  return (
    hasEnded && (
      <Suspense>
        <SessionEnd hasUnsaved={hasUnsaved} />
      </Suspense>
    )
  );
}
