import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { selectEnding } from '#machines/session/session.selectors.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { endingPart } from './load-ending.ts';
import { useAccountLogoutActor, useSession } from './portal-context.tsx';

const SessionEnd = endingPart((it) => it.SessionEnd);

const AccountLogout = lazy(() =>
  loadWithRetry(() => import('./account-logout.tsx')).then((it) => ({ default: it.AccountLogout })),
);

/**
 * Shows the end of the session, and the way on, as long as that is so; and after a logout, the state of the account.
 * @param hasUnsaved whether something entered on this page is not saved
 * @param endIsTold whether the page itself says that the session has ended
 */
export function SessionBanner({
  hasUnsaved = false,
  endIsTold = false,
}: {
  hasUnsaved?: boolean;
  endIsTold?: boolean;
}) {
  const hasEnded = useSession((snapshot) => selectEnding(snapshot) !== null);
  const isTold = useSelector(useAccountLogoutActor(), (snapshot) => snapshot.hasTag('told'));
  // The server renders its pages without knowing of a logout.
  const hydrated = useHydrated();
  return (
    <>
      {hasEnded && !endIsTold && (
        <Suspense>
          <SessionEnd hasUnsaved={hasUnsaved} />
        </Suspense>
      )}
      {isTold && hydrated && (
        <Suspense>
          <AccountLogout />
        </Suspense>
      )}
    </>
  );
}
