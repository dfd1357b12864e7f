import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { ProviderId } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import { Button } from '#ui/kit/button.tsx';
import { useHref, useLoginActor } from './portal-context.tsx';
import { useLoginProvider } from './settings-context.tsx';

/** Leads to a login at this level, and back to this page. */
export function LevelButton({
  needed,
  accepted,
  variant,
  forceNew,
}: {
  needed: TrustLevel;
  /** Ids of the providers that the form accepts. */
  accepted?: readonly ProviderId[];
  variant?: 'primary' | 'secondary';
  forceNew?: boolean;
}) {
  const { t } = useTranslation('level');
  const login = useLoginActor();
  const href = useHref();
  const leaving = useSelector(login, (snapshot) => snapshot.hasTag('leaving'));
  const provider = useLoginProvider(accepted);
  return (
    provider && (
      <Button
        variant={variant}
        icon="account"
        busy={leaving}
        onClick={() =>
          login.send({
            type: 'login.requested',
            query: {
              providerId: provider.id,
              redirect: href,
              trustLevel: needed,
              ...(forceNew && { forceNew }),
            },
          })
        }
      >
        {t('button', { needed: t(`name.${needed}`) })}
      </Button>
    )
  );
}
