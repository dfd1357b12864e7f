import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectAskedProvider,
  selectIsUnderWay,
  selectLoginOutcome,
} from '#machines/login/login.selectors.ts';
import { selectNeededLevel } from '#machines/portal/landing.selectors.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { queryOf } from '../shared/login-window.ts';
import { AreaLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { useLocale, useLoginActor, usePortal } from '../shared/portal-context.tsx';
import { useLoginProvider } from '../shared/settings-context.tsx';
import { CloseButton } from './close-button.tsx';
import { LoginHandOver } from './login-hand-over.tsx';
import { MayClose } from './may-close.tsx';

/** The return from the login that this window was opened for; the waiting window learns of it from the login itself. */
export function LoginReturn() {
  const { t } = useTranslation(['redirect', 'common']);
  const locale = useLocale();
  const offered = useLoginProvider()?.id;
  const login = useLoginActor();
  const provider = useSelector(login, selectAskedProvider) ?? offered ?? '';
  const needed = usePortal(selectNeededLevel) ?? undefined;
  const outcome = useSelector(login, selectLoginOutcome);
  const isRetried = useSelector(login, selectIsUnderWay);
  if (outcome === 'succeeded') {
    return (
      <>
        <TitledHeading>{t('login.done')}</TitledHeading>
        <Lead>{t('close.text')}</Lead>
        <Actions>
          <CloseButton />
          {/* The link is for a login that took the place of the page. */}
          <AreaLink variant="secondary" icon="account">
            {t('common:account.area')}
          </AreaLink>
        </Actions>
      </>
    );
  }
  if (isRetried) return <LoginHandOver />;
  if (outcome === null) return <MayClose />;
  return (
    <>
      <TitledHeading>{t(`login.${outcome}`)}</TitledHeading>
      <Lead>{t('login.safe')}</Lead>
      <Actions>
        <Button
          icon="autorenew"
          onClick={() =>
            login.send({
              type: 'login.requested',
              query: queryOf({ lang: locale, provider, trustLevel: needed }),
            })
          }
        >
          {t('retry')}
        </Button>
        <CloseButton variant="secondary" />
      </Actions>
    </>
  );
}
