import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectLeftProvider, selectTold } from '#machines/accountLogout/accountLogout.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useFocus } from '#ui/kit/use-focus.ts';
import { AccountLink } from './account-link.tsx';
import { useAccountLogoutActor } from './portal-context.tsx';
import { useProviderName } from './settings-context.tsx';

/** The state of the account after a logout here, and the way to close it. */
export function AccountLogout() {
  const { t } = useTranslation('ending');
  const actor = useAccountLogoutActor();
  const told = useSelector(actor, selectTold);
  const id = useSelector(actor, selectLeftProvider);
  const provider = useProviderName(id ?? undefined);
  if (told === null) return null;
  const isClosed = told === 'confirmed';
  return (
    <Told>
      <Alert tone={isClosed ? 'success' : 'warning'} title={t('account.title')} live="polite">
        <Stack gap="small">
          <p>{t(`account.${told}`, { provider })}</p>
          {told === 'offered' && (
            <Actions>
              <Button icon="logout" onClick={() => actor.send({ type: 'exit.requested' })}>
                {t('account.leave', { provider })}
              </Button>
            </Actions>
          )}
          {!isClosed && told !== 'offered' && <AccountLink id={id} />}
        </Stack>
      </Alert>
    </Told>
  );
}

/** Takes the focus, because the button pressed last is gone: reading continues here. */
function Told({ children }: { children: ReactNode }) {
  const box = useFocus<HTMLDivElement>(true, true);
  return (
    <div className="sp-account-left" ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}
