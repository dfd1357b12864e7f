import { useTranslation } from 'react-i18next';
import { selectAccount, selectIsLoggingOut } from '#machines/session/session.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { useAccountName } from './account-name.ts';
import { hrefOf } from './paths.ts';
import { useLocale, useSession, useSessionActor } from './portal-context.tsx';

/** The name of the logged-in person, with the personal area and the logout; nothing for all others. */
export function AccountMenu() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const session = useSessionActor();
  const account = useSession(selectAccount);
  const leaving = useSession(selectIsLoggingOut);
  const accountName = useAccountName();
  if (account === null) return null;
  return (
    <details className="sp-menu sp-menu--account">
      <summary className="sp-menu__summary">
        <Icon name="account" />
        <span className="sp-menu__name">{account.company ?? account.name}</span>
        <Icon name="arrow-down" size="small" />
      </summary>
      <div className="sp-menu__body">
        {account.company !== undefined && <p className="sp-menu__acting">{accountName(account)}</p>}
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
