import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectLeftProvider, selectReturned } from '#machines/accountLogout/accountLogout.selectors.ts';
import { Actions } from '#ui/kit/button.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { AccountLink } from '../shared/account-link.tsx';
import { AreaLink, HomeLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { useAccountLogoutActor } from '../shared/portal-context.tsx';
import { useProviderName } from '../shared/settings-context.tsx';

/**
 * The return from the logout at the account: the logout here has taken effect; the account has confirmed its own, or
 * not.
 */
export function LogoutReturn() {
  const { t } = useTranslation(['ending', 'redirect']);
  const logout = useAccountLogoutActor();
  const told = useSelector(logout, selectReturned);
  const id = useSelector(logout, selectLeftProvider);
  const provider = useProviderName(id ?? undefined);
  if (told === null) return null;
  return (
    <>
      <TitledHeading takeFocus>{t('account.title')}</TitledHeading>
      <Lead>{t(`account.${told}`, { provider })}</Lead>
      {told === 'unconfirmed' && <AccountLink id={id} />}
      <Actions>
        <HomeLink variant="primary" />
        <AreaLink variant="secondary" icon="account">
          {t('redirect:lost.login')}
        </AreaLink>
      </Actions>
    </>
  );
}
