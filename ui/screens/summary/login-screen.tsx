import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { levelNeeded, loginWays } from '#domain/login-ways.ts';
import {
  selectAccount,
  selectDataMayChange,
  selectHasLoggedIn,
  selectHolder,
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
import { GuideWithAuthority } from '../shared/guide-with-authority.tsx';
import { LevelNote } from '../shared/level-note.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useSessionSpans } from '../shared/session-spans.ts';
import { useLoginsHere } from '../shared/settings-context.tsx';
import { useLogIn } from '../shared/use-log-in.ts';
import { NotSent } from './not-sent.tsx';

/** The authentication before sending, where the form requires it; an anonymous application becomes the person's own. */
export function LoginScreen() {
  const { t } = useTranslation(['summary', 'level', 'common']);
  const application = useApplication();
  const logIn = useLogIn();
  const process = useSelector(application, selectProcess);
  const problem = useSelector(application, selectProblem);
  const viewer = useSelector(application, selectViewer);
  const account = useSelector(application, selectAccount);
  const mayChange = useSelector(application, selectDataMayChange);
  const isBelow = useSelector(application, selectIsBelowLevel);
  const hasLoggedIn = useSelector(application, selectHasLoggedIn);
  const holder = useSelector(application, selectHolder);
  const here = useLoginsHere();
  const spans = useSessionSpans();
  if (!process) return null;
  const { hasUser } = process.facts;
  const needed = levelNeeded(process.metadata);
  const ways = loginWays(process.metadata, here);
  // An application of an account is confirmed by that account alone, also when its session has ended here.
  const owner = hasUser ? holder : null;
  const offered = owner ? ways.filter(({ providerId }) => providerId === owner.providerId) : ways;
  const confirms = { processId: process.id, ...(owner?.person && { person: owner.person }) };
  // The person is logged in, but the hand-over was not answered, or has confirmed nothing.
  const isNotTakenOver = viewer === 'account' && !isBelow && (hasLoggedIn || !hasUser);
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
        <NotSent />
        <Lead>{t('login.lead')}</Lead>
        <Prose>
          <p>{t(hasUser ? 'login.again' : 'login.takeOver')}</p>
          {needed !== 'low' && !isBelow && (
            <p>
              {t('login.level', { needed: t(`level:name.${needed}`) })} {t(`level:how.${needed}`)}
            </p>
          )}
        </Prose>
        {isBelow && account && (
          <Alert tone="warning" title={t('level:title')}>
            <LevelNote account={account} needed={needed} />
          </Alert>
        )}
        {isNotTakenOver && (
          <Alert tone="warning" title={t(hasUser ? 'login.notConfirmed' : 'login.notTakenOver')}>
            <Button variant="secondary" onClick={() => application.send({ type: 'retry.requested' })}>
              {t(hasUser ? 'retry' : 'login.retry')}
            </Button>
          </Alert>
        )}
        {!hasUser && (
          <Alert title={t('login.safe.title')}>
            <p>{t('login.safe.text', spans)}</p>
          </Alert>
        )}
        {offered.length === 0 && <p>{t('login.noWay')}</p>}
        <Actions>
          {offered.map(({ providerId, level }, index) => (
            <Button
              key={providerId}
              variant={index === 0 ? 'primary' : 'secondary'}
              icon="account"
              onClick={() => logIn({ providerId, trustLevel: level, ...confirms })}
            >
              {t('login.button', { provider: t(`common:provider.${providerId}`) })}
            </Button>
          ))}
        </Actions>
        {!hasUser && offered.length > 0 && (
          <GuideWithAuthority
            accepted={offered.map(({ providerId }) => providerId)}
            authority={process.metadata.authority}
          />
        )}
      </Stack>
    </ApplicationLayout>
  );
}
