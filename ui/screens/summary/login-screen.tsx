import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectAccount,
  selectDataMayChange,
  selectIsBelowLevel,
  selectProblem,
  selectProcess,
  selectViewer,
} from '#machines/application/application.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead, Prose, Stack } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { BackButton } from '../shared/back-button.tsx';
import { LevelNote } from '../shared/level-note.tsx';
import { useHref, useLoginActor } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { type LoginProvider, useLoginProvider } from '../shared/settings-context.tsx';

/** Authentication before sending, where the form requires it; an anonymous application becomes the person's own. */
export function LoginScreen() {
  const { t } = useTranslation(['summary', 'level']);
  const application = useApplication();
  const login = useLoginActor();
  const href = useHref();
  const process = useSelector(application, selectProcess);
  const problem = useSelector(application, selectProblem);
  const viewer = useSelector(application, selectViewer);
  const account = useSelector(application, selectAccount);
  const mayChange = useSelector(application, selectDataMayChange);
  const isBelow = useSelector(application, selectIsBelowLevel);
  const provider = useLoginProvider(process?.metadata.idpIds);
  if (!process) return null;
  const logIn = ({ id }: LoginProvider) =>
    login.send({
      type: 'login.requested',
      query: {
        providerId: id,
        redirect: href,
        processId: process.id,
        trustLevel: process.metadata.trustLevel,
      },
    });
  // Logged in, but the hand-over was not answered: it does not need a second login.
  const isNotTakenOver = viewer === 'account' && !process.facts.hasUser && !isBelow;
  return (
    <ApplicationLayout title={t('login.title')}>
      <Stack narrow>
        {mayChange && (
          <BackButton onClick={() => application.send({ type: 'data.changeRequested' })}>
            {t('change')}
          </BackButton>
        )}
        <ProblemAlert problem={problem} safe={t('safe')} />
        <PageHeading takeFocus>{t('login.title')}</PageHeading>
        <Lead>{t('login.lead')}</Lead>
        <Prose>
          <p>{t(process.facts.hasUser ? 'login.again' : 'login.takeOver')}</p>
        </Prose>
        {isBelow && account && (
          <Alert tone="warning" title={t('level:title')}>
            <LevelNote account={account} needed={process.metadata.trustLevel} />
          </Alert>
        )}
        {isNotTakenOver && (
          <Alert tone="warning" title={t('login.notTakenOver')}>
            <Button variant="secondary" onClick={() => application.send({ type: 'retry.requested' })}>
              {t('login.retry')}
            </Button>
          </Alert>
        )}
        {!process.facts.hasUser && (
          <Alert title={t('login.safe.title')}>
            <p>{t('login.safe.text')}</p>
          </Alert>
        )}
        <Actions>
          {provider && (
            <Button icon="account" onClick={() => logIn(provider)}>
              {t('login.button', { provider: provider.name })}
            </Button>
          )}
        </Actions>
      </Stack>
    </ApplicationLayout>
  );
}
