import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { Account } from '#machines/session/session.types.ts';
import { Button } from '#ui/kit/button.tsx';
import { useHref, useLoginActor } from './portal-context.tsx';
import { useStepUp } from './use-step-up.ts';

/**
 * Leads to a login of the same account at this level, and back to this page: only that account finds its applications
 * again. Nothing where the account cannot get there.
 */
export function LevelButton({
  account,
  needed,
  variant,
  processId,
}: {
  account: Account | null;
  needed: TrustLevel;
  variant?: 'primary' | 'secondary';
  /** The application that is to be sent after the login. */
  processId?: string;
}) {
  const { t } = useTranslation('level');
  const login = useLoginActor();
  const href = useHref();
  const leaving = useSelector(login, (snapshot) => snapshot.hasTag('leaving'));
  const way = useStepUp(account, needed);
  return (
    way && (
      <Button
        variant={variant}
        icon="account"
        busy={leaving}
        onClick={() =>
          login.send({
            type: 'login.requested',
            query: {
              providerId: way.providerId,
              redirect: href,
              trustLevel: way.level,
              ...(processId !== undefined && { processId }),
            },
          })
        }
      >
        {t('button', { needed: t(`name.${needed}`) })}
      </Button>
    )
  );
}
