import { useSelector } from '@xstate/react';
import { selectEnding } from '#machines/session/session.selectors.ts';
import { laterPart } from '#ui/kit/later.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { endingPart } from './load-ending.ts';
import { useAccountLogoutActor, useSession } from './portal-context.tsx';

const SessionEnd = endingPart((it) => it.SessionEnd);

const AccountLogout = laterPart(async () => (await import('./account-logout.tsx')).AccountLogout);

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
      {hasEnded && !endIsTold && <SessionEnd hasUnsaved={hasUnsaved} />}
      {isTold && hydrated && <AccountLogout />}
    </>
  );
}
