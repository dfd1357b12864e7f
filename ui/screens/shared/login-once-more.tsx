import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/kit/problem.ts';
import { Button } from '#ui/kit/button.tsx';
import { useProviderName } from './settings-context.tsx';
import { useLogIn } from './use-log-in.ts';

/**
 * The way on where the account was not asked for everything that this application needs: the same login once more, and
 * back to this page. Nothing after any other problem.
 */
export function LoginOnceMore({ problem }: { problem: Problem | null }) {
  const { t } = useTranslation('summary');
  const logIn = useLogIn();
  const providerId = problem?.code === 'login-incomplete' ? problem.accepted?.[0] : undefined;
  const provider = useProviderName(providerId);
  if (providerId === undefined) return null;
  const { trustLevel } = problem!;
  return (
    <div>
      <Button icon="account" onClick={() => logIn({ providerId, ...(trustLevel && { trustLevel }) })}>
        {t('login.button', { provider })}
      </Button>
    </div>
  );
}
