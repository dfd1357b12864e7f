import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { TrustLevel } from '#domain/trust-level.ts';

import { Button } from '#ui/kit/button.tsx';
import { useHref, useLoginActor } from './portal-context.tsx';

/** Leads to the citizens' account, which is asked for this level, and back to this page. */
export function LevelButton({
  needed,
  variant,
  forceNew,
}: {
  needed: TrustLevel;
  variant?: 'primary' | 'secondary';
  forceNew?: boolean;
}) {
  const { t } = useTranslation('level');
  const login = useLoginActor();
  const href = useHref();
  const leaving = useSelector(login, (snapshot) => snapshot.hasTag('leaving'));
  return (
    <Button
      variant={variant}
      icon="account"
      busy={leaving}
      onClick={() =>
        login.send({
          type: 'login.requested',
          query: { providerId: 'nkb', redirect: href, trustLevel: needed, ...(forceNew && { forceNew }) },
        })
      }
    >
      {t('button', { needed: t(`name.${needed}`) })}
    </Button>
  );
}
