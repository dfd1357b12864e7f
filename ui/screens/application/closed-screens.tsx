import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectAccount, selectProblem, selectViewer } from '#machines/application/application.selectors.ts';
import type { Beginning } from '#machines/application/application.types.ts';
import { Alternatives, Button, LinkButton } from '#ui/kit/button.tsx';
import { useAccountName } from '../shared/account-name.ts';
import { LevelButton } from '../shared/level-button.tsx';
import { LevelNote } from '../shared/level-note.tsx';
import { AreaLink, SearchLink } from '../shared/page-links.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { type LoginProvider, useLoginProviders } from '../shared/settings-context.tsx';
import { useLogIn } from '../shared/use-log-in.ts';
import { useApplication } from './application-context.tsx';
import { Failure } from './failure-screens.tsx';
import { LeftDraft } from './left-draft.tsx';

/**
 * Screen for an application that the current login cannot open. The text is the same whether there is none or it
 * belongs to somebody else; its form may also not be offered any more.
 */
export function NotFoundScreen() {
  const application = useApplication();
  const problem = useSelector(application, selectProblem);
  const viewer = useSelector(application, selectViewer);
  const begun = useSelector(application, ({ context }) => context.begun);
  if (problem?.code === 'form-not-found')
    return problem.left ? <LeftDraft left={problem.left} /> : <Withdrawn />;
  if (begun && viewer !== 'account') return <Over begun={begun} />;
  return viewer === 'none' ? <SignedOut /> : <NotHere />;
}

function Withdrawn() {
  const { t } = useTranslation('application');
  return (
    <Failure
      title={t('failure.withdrawn.title')}
      actions={
        <>
          <SearchLink>{t('failure.search')}</SearchLink>
          <AreaLink variant="secondary">{t('failure.area')}</AreaLink>
        </>
      }
    >
      <p>{t('failure.withdrawn.text')}</p>
    </Failure>
  );
}

function SignedOut() {
  const { t } = useTranslation('application');
  return (
    <Failure
      title={t('failure.signedOut.title')}
      actions={
        <>
          <LoginHere />
          <SearchLink variant="secondary">{t('failure.search')}</SearchLink>
        </>
      }
    >
      <p>{t('failure.signedOut.text')}</p>
    </Failure>
  );
}

/** Screen for an application that was begun without an account in this window, and that no session knows any more. */
function Over({ begun: { leiKaId, area } }: { begun: Beginning }) {
  const { t } = useTranslation('application');
  const locale = useLocale();
  return (
    <Failure
      title={t('failure.over.title')}
      actions={
        <>
          <LinkButton href={hrefOf.start(locale, leiKaId, area)}>{t('failure.startOver')}</LinkButton>
          <LoginHere variant="secondary" />
        </>
      }
    >
      <p>{t('failure.over.text')}</p>
      <p>{t('failure.over.takenOver')}</p>
    </Failure>
  );
}

function NotHere() {
  const { t } = useTranslation('application');
  const accountName = useAccountName();
  const account = useSelector(useApplication(), selectAccount);
  return (
    <Failure
      title={t('failure.notFound.title')}
      actions={
        <>
          <LoginHere />
          {account && <AreaLink variant="secondary">{t('failure.area')}</AreaLink>}
          <SearchLink variant="secondary">{t('failure.search')}</SearchLink>
        </>
      }
    >
      {account ? (
        <>
          <p>{t('failure.loggedInAs', { name: accountName(account) })}</p>
          <p>{t('failure.notFound.text')}</p>
        </>
      ) : (
        <>
          <p>{t('failure.anonymous')}</p>
          <p>{t('failure.notFound.anonymousText')}</p>
        </>
      )}
    </Failure>
  );
}

/** Screen for a login below the level that the person's own application requires. */
export function LevelTooLowScreen() {
  const { t } = useTranslation(['application', 'level']);
  const application = useApplication();
  const account = useSelector(application, selectAccount);
  const needed = useSelector(application, selectProblem)?.trustLevel ?? 'high';
  return (
    <Failure
      title={t('failure.levelTooLow.title')}
      actions={
        <>
          <LevelButton account={account} needed={needed} />
          <AreaLink variant="secondary">{t('failure.area')}</AreaLink>
        </>
      }
    >
      {account && <LevelNote account={account} needed={needed} />}
      <p>{t('failure.levelTooLow.safe')}</p>
      <p>{t('level:here')}</p>
    </Failure>
  );
}

/**
 * Login that returns to this address. It offers all logins, because the owner of the application is not told. A person
 * who is logged in is asked for an account again.
 */
function LoginHere({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const { t } = useTranslation('application');
  const logIn = useLogIn();
  const account = useSelector(useApplication(), selectAccount);
  const providers = useLoginProviders();
  const nameOf = ({ id, name }: LoginProvider) => {
    if (providers.length === 1) return t(account ? 'failure.otherPerson' : 'failure.login');
    return t(account?.providerId === id ? 'failure.otherAt' : 'failure.loginAt', { provider: name });
  };
  return (
    <Alternatives>
      {providers.map((provider, at) => (
        <Button
          key={provider.id}
          variant={at === 0 ? variant : 'secondary'}
          icon="account"
          onClick={() => logIn({ providerId: provider.id, ...(account && { forceNew: true }) })}
        >
          {nameOf(provider)}
        </Button>
      ))}
    </Alternatives>
  );
}
