import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/kit/alert.tsx';
import { useLoginActor } from './portal-context.tsx';
import { problemText } from './problem-text.ts';

/** How the login ended that one comes back from; nothing when there was none. */
export function LoginOutcomeAlert() {
  const { t } = useTranslation('errors');
  const login = useLoginActor();
  const outcome = useSelector(login, ({ value }) => value);
  const problem = useSelector(login, ({ context }) => context.problem);
  if (outcome === 'cancelled') {
    return (
      <Alert live="polite" title={t('login.cancelled.title')}>
        <p>{t('login.cancelled.text')}</p>
      </Alert>
    );
  }
  if (outcome !== 'failed') return null;
  return (
    <Alert tone="danger" live="assertive" title={t('code.login-failed')}>
      <p>{problem && problem.code !== 'login-failed' ? problemText(problem, t) : t('login.failed')}</p>
    </Alert>
  );
}
