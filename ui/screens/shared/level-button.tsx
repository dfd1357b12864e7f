import { useTranslation } from 'react-i18next';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Account } from '#machines/session/session.types.ts';
import { LoginButton } from './login-button.tsx';
import { useStepUp } from './use-step-up.ts';

/**
 * Leads to a login of the same account at this level, and back to this page: only that account finds its applications
 * again. Nothing where the account cannot get there.
 */
export function LevelButton({
  account,
  needed,
  variant,
}: {
  account: Account | null;
  needed: TrustLevel;
  variant?: 'primary' | 'secondary';
}) {
  const { t } = useTranslation('level');
  const way = useStepUp(account, needed);
  return (
    way && (
      <LoginButton variant={variant} query={{ providerId: way.providerId, trustLevel: way.level }}>
        {t('button', { needed: t(`name.${needed}`) })}
      </LoginButton>
    )
  );
}
