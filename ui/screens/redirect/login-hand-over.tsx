import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectCanBeRetried,
  selectIsGivenUp,
  selectIsLeaving,
  selectLoginProblem,
  selectLoginQuery,
} from '#machines/login/login.selectors.ts';
import { selectAccount, selectViewer } from '#machines/session/session.selectors.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { useAccountName } from '../shared/account-name.ts';
import { HomeLink } from '../shared/page-links.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { useLoginActor, useSession } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { useProviderName } from '../shared/settings-context.tsx';
import { CloseButton } from './close-button.tsx';
import { MayClose } from './may-close.tsx';

/** Leads this window to the login; it returns to notify the waiting window. */
export function LoginHandOver() {
  const { t } = useTranslation(['redirect', 'errors']);
  const login = useLoginActor();
  const query = useSelector(login, selectLoginQuery);
  const name = useProviderName(query?.providerId);
  const problem = useSelector(login, selectLoginProblem);
  const isGivenUp = useSelector(login, selectIsGivenUp);
  const canBeRetried = useSelector(login, selectCanBeRetried);
  const isUnderWay = useSelector(login, (snapshot) => selectIsLeaving(snapshot) || snapshot.hasTag('card'));
  const request = () => query && login.send({ type: 'login.requested', query });
  if (problem || isGivenUp) {
    return (
      <>
        <TitledHeading takeFocus>{t(problem ? 'login.failed' : 'login.cancelled')}</TitledHeading>
        {isGivenUp && <Lead>{t('login.safe')}</Lead>}
        <ProblemAlert problem={problem} title={t('errors:code.login-failed')} safe={t('login.safe')} />
        <Actions>
          {(isGivenUp || canBeRetried) && (
            <Button
              icon="autorenew"
              onClick={isGivenUp ? request : () => login.send({ type: 'login.retried' })}
            >
              {t('retry')}
            </Button>
          )}
          <CloseButton variant="secondary" />
          <HomeLink />
        </Actions>
      </>
    );
  }
  // The portal knows no such login.
  if (name === '') return <MayClose />;
  if (!isUnderWay) return <Question provider={name} onConfirm={request} />;
  return (
    <>
      <TitledHeading>{t('login.title', { provider: name })}</TitledHeading>
      <Loader label={t('pleaseWait')} />
    </>
  );
}

/** Question before a login that nobody chose on a page of this portal: a link from anywhere may have led here. */
function Question({ provider, onConfirm }: { provider: string; onConfirm: () => void }) {
  const { t } = useTranslation('redirect');
  const accountName = useAccountName();
  const account = useSession(selectAccount);
  const isAnonymous = useSession((snapshot) => selectViewer(snapshot) === 'anonymous');
  return (
    <>
      <TitledHeading takeFocus>{t('login.ask.title', { provider })}</TitledHeading>
      <Lead>{t('login.ask.text', { provider })}</Lead>
      {account && <p className="sp-measure">{t('login.ask.present', { name: accountName(account) })}</p>}
      {isAnonymous && <p className="sp-measure">{t('login.ask.anonymous')}</p>}
      <p className="sp-measure">{t('login.ask.unasked')}</p>
      <Actions>
        <Button icon="account" onClick={onConfirm}>
          {t('login.ask.confirm', { provider })}
        </Button>
        <CloseButton variant="secondary" />
        <HomeLink />
      </Actions>
    </>
  );
}
