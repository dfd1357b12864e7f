import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { LoginQuery } from '#machines/login/login.types.ts';
import { Button } from '#ui/kit/button.tsx';
import type { IconName } from '#ui/kit/icon.tsx';
import { useHref, useLoginActor } from '../shared/portal-context.tsx';
import { useLoginProvider } from '../shared/settings-context.tsx';

/** Leads to the login and back to this page. */
export function LoginButton({
  trustLevel,
  variant,
  icon,
  children,
}: {
  trustLevel?: LoginQuery['trustLevel'];
  variant?: 'primary' | 'secondary';
  icon?: IconName;
  children: ReactNode;
}) {
  const login = useLoginActor();
  const href = useHref();
  const leaving = useSelector(login, (snapshot) => snapshot.hasTag('leaving'));
  const provider = useLoginProvider();
  return (
    provider && (
      <Button
        variant={variant}
        icon={icon}
        busy={leaving}
        onClick={() =>
          login.send({
            type: 'login.requested',
            query: { providerId: provider.id, redirect: href, ...(trustLevel && { trustLevel }) },
          })
        }
      >
        {children}
      </Button>
    )
  );
}
