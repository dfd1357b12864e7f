import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrustLevel } from '#domain/trust-level.ts';
import { selectAskedProvider, selectLoginOutcome } from '#machines/login/login.selectors.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { useApplicationTools } from '../shared/application-tools.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, useLoginActor } from '../shared/portal-context.tsx';
import { useLoginProvider } from '../shared/settings-context.tsx';
import { CloseButton } from './close-button.tsx';
import { MayClose } from './may-close.tsx';

/** Back from the login that this window was opened for: notifies the waiting window. */
export function LoginReturn({ needed }: { needed: TrustLevel | undefined }) {
  const { t } = useTranslation(['redirect', 'common']);
  const { sessionRenewed } = useApplicationTools();
  const locale = useLocale();
  const offered = useLoginProvider()?.id;
  const provider = useSelector(useLoginActor(), selectAskedProvider) ?? offered;
  const outcome = useSelector(useLoginActor(), selectLoginOutcome);
  useEffect(() => {
    if (outcome === 'succeeded') sessionRenewed();
  }, [outcome, sessionRenewed]);
  if (outcome === 'succeeded') {
    return (
      <>
        <PageHeading>{t('login.done')}</PageHeading>
        <Lead>{t('close.text')}</Lead>
        <Actions>
          <CloseButton />
          {/* Where the login took the place of the page. */}
          <LinkButton variant="secondary" href={hrefOf.account(locale)} icon="account">
            {t('common:account.area')}
          </LinkButton>
        </Actions>
      </>
    );
  }
  if (outcome === null) return <MayClose />;
  return (
    <>
      <PageHeading>{t(`login.${outcome}`)}</PageHeading>
      <Lead>{t('login.safe')}</Lead>
      <Actions>
        <LinkButton href={hrefOf.redirect({ lang: locale, provider, trustLevel: needed })} icon="account">
          {t('retry')}
        </LinkButton>
        <CloseButton variant="secondary" />
      </Actions>
    </>
  );
}
