import { useTranslation } from 'react-i18next';
import { selectAccount, selectIsLoggingOut } from '#machines/session/session.selectors.ts';
import { Button, LinkButton } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { EndSession } from './end-session.tsx';
import { hrefOf } from './paths.ts';
import { useHref, useLocale, useLoginActor, useSession, useSessionActor } from './portal-context.tsx';
import { useLoginProvider } from './settings-context.tsx';

/** Login, or the name with a menu (spec section 2, account bar); the way out of a session without an account. */
export function AccountBar() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const href = useHref();
  const session = useSessionActor();
  const login = useLoginActor();
  const account = useSession(selectAccount);
  const leaving = useSession(selectIsLoggingOut);
  const provider = useLoginProvider();
  if (account === null) {
    return (
      <>
        <EndSession />
        {provider && (
          <LinkButton
            variant="secondary"
            icon="account"
            // Without scripts, the personal area explains what to do.
            href={hrefOf.account(locale)}
            onClick={(event) => {
              event.preventDefault();
              login.send({ type: 'login.requested', query: { providerId: provider.id, redirect: href } });
            }}
          >
            {t('account.login')}
          </LinkButton>
        )}
      </>
    );
  }
  return (
    <details className="sp-menu sp-menu--account">
      <summary className="sp-menu__summary">
        <Icon name="account" />
        <span className="sp-menu__name">{account.name}</span>
      </summary>
      <div className="sp-menu__body">
        <Link quiet href={hrefOf.account(locale)}>
          {t('account.area')}
        </Link>
        <Button
          variant="quiet"
          icon="logout"
          busy={leaving}
          onClick={() => session.send({ type: 'logout.requested' })}
        >
          {t('account.logout')}
        </Button>
      </div>
    </details>
  );
}
