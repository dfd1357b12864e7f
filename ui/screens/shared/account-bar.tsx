import { selectAccount, selectSentHere } from '#machines/session/session.selectors.ts';
import { laterPart } from '#ui/kit/later.tsx';
import { AccountMenu } from './account-menu.tsx';
import { EndSession } from './end-session.tsx';
import { LoginMenu } from './login-menu.tsx';
import { useSession } from './portal-context.tsx';

const WaysBack = laterPart(async () => (await import('./ways-back.tsx')).WaysBack);

/** Login, or the name with a menu (spec section 2, account bar); the ways back and out of a session without an account. */
export function AccountBar() {
  const account = useSession(selectAccount);
  const hasSent = useSession((snapshot) => selectSentHere(snapshot).length > 0);
  return (
    <>
      {(account || hasSent) && <WaysBack />}
      <AccountMenu />
      {!account && (
        <>
          <EndSession />
          <LoginMenu />
        </>
      )}
    </>
  );
}
