import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrustLevel } from '#domain/trust-level.ts';
import { selectIsGivenUp, selectLoginProblem } from '#machines/login/login.selectors.ts';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, useLoginActor } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useProviderName } from '../shared/settings-context.tsx';
import { CloseButton } from './close-button.tsx';

/** Leads this window to the login; it returns to notify the waiting window. */
export function LoginHandOver({
  provider,
  forceNew,
  needed,
}: {
  provider: string;
  forceNew: boolean;
  needed: TrustLevel | undefined;
}) {
  const { t } = useTranslation(['redirect', 'errors']);
  const login = useLoginActor();
  const locale = useLocale();
  const name = useProviderName(provider);
  const problem = useSelector(login, selectLoginProblem);
  const isGivenUp = useSelector(login, selectIsGivenUp);
  const request = useCallback(() => {
    const redirect = `${hrefOf.redirect({ lang: locale, trustLevel: needed })}&done=login`;
    login.send({
      type: 'login.requested',
      query: { providerId: provider, redirect, forceNew, ...(needed && { trustLevel: needed }) },
    });
  }, [login, locale, provider, forceNew, needed]);
  useEffect(request, [request]);
  if (problem || isGivenUp) {
    return (
      <>
        <PageHeading takeFocus>{t(problem ? 'login.failed' : 'login.cancelled')}</PageHeading>
        {isGivenUp && <Lead>{t('login.safe')}</Lead>}
        <ProblemAlert problem={problem} title={t('errors:code.login-failed')} safe={t('login.safe')} />
        <Actions>
          <Button icon="autorenew" onClick={request}>
            {t('retry')}
          </Button>
          <CloseButton variant="secondary" />
          <LinkButton variant="secondary" href={hrefOf.home(locale)} icon="home">
            {t('home')}
          </LinkButton>
        </Actions>
      </>
    );
  }
  return (
    <>
      <PageHeading>{t('login.title', { provider: name })}</PageHeading>
      <Loader label={t('pleaseWait')} />
    </>
  );
}
