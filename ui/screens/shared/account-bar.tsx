import { selectAccount } from '#machines/session/session.selectors.ts';
import { AccountMenu } from './account-menu.tsx';
import { EndSession } from './end-session.tsx';
import { LoginMenu } from './login-menu.tsx';
import { useSession } from './portal-context.tsx';

/** Login, or the name with a menu (spec section 2, account bar); the way out of a session without an account. */
export function AccountBar() {
  const account = useSession(selectAccount);
  if (account !== null) return <AccountMenu />;
  return (
    <>
      <EndSession />
      <LoginMenu />
    </>
  );
}
