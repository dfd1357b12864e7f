import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/kit/alert.tsx';
import { useHydrated } from '#ui/kit/use-hydrated.ts';
import { useLoginActor } from './portal-context.tsx';
import { problemText } from './problem-text.ts';

type Props = {
  /** Whether something is being filled in here, or only read. */
  entries?: boolean;
};

/** The outcome of the login the person returns from; nothing when there was none. */
export function LoginOutcomeAlert(props: Props) {
  const hydrated = useHydrated();
  const outcome = useSelector(useLoginActor(), ({ value }) => value);
  // The server renders its pages without knowing of a login.
  if (!hydrated) return null;
  if (outcome !== 'cancelled' && outcome !== 'failed') return null;
  return (
    // Its texts are not part of a page where the login succeeded.
    <Suspense>
      <div className="sp-outcome">
        <Outcome outcome={outcome} {...props} />
      </div>
    </Suspense>
  );
}

function Outcome({ outcome, entries = false }: Props & { outcome: 'cancelled' | 'failed' }) {
  const { t } = useTranslation('errors');
  const problem = useSelector(useLoginActor(), ({ context }) => context.problem);
  const rest = t(entries ? 'login.unchanged' : 'login.withoutAccount');
  if (outcome === 'cancelled') {
    return (
      <Alert live="polite" title={t('login.cancelled')}>
        <p>{rest}</p>
      </Alert>
    );
  }
  return (
    <Alert tone="danger" live="assertive" title={t('code.login-failed')}>
      {problem && problem.code !== 'login-failed' && <p>{problemText(problem, t)}</p>}
      <p>{rest}</p>
    </Alert>
  );
}
