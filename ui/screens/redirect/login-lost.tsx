import { useTranslation } from 'react-i18next';
import { selectAccount, selectViewer } from '#machines/session/session.selectors.ts';
import { Actions } from '#ui/kit/button.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { useAccountName } from '../shared/account-name.ts';
import { AreaLink, HomeLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { useSession } from '../shared/portal-context.tsx';

/** A login that came too late, twice, or in another browser than it began in: the present state, and the way on. */
export function LoginLost() {
  const { t } = useTranslation('redirect');
  const accountName = useAccountName();
  const account = useSession(selectAccount);
  const isKnown = useSession((snapshot) => selectViewer(snapshot) !== 'unknown');
  if (!isKnown) return <Loader label={t('pleaseWait')} />;
  return (
    <>
      <TitledHeading takeFocus>{t(account ? 'lost.inTitle' : 'lost.title')}</TitledHeading>
      <Lead>{account ? t('lost.inText', { name: accountName(account) }) : t('lost.text')}</Lead>
      <Actions>
        <AreaLink icon="account">{t(account ? 'lost.area' : 'lost.login')}</AreaLink>
        <HomeLink />
      </Actions>
    </>
  );
}
