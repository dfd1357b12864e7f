import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectLeftProvider, selectWay } from '#machines/accountLogout/accountLogout.selectors.ts';
import { LeavingBox } from './leaving-box.tsx';
import { useAccountLogoutActor } from './portal-context.tsx';
import { useProviderName } from './settings-context.tsx';

/** The wait on the way to the account's logout: the person may stay here, and reads when its page does not come. */
export function LeavingForLogout() {
  const { t } = useTranslation('common');
  const actor = useAccountLogoutActor();
  const way = useSelector(actor, selectWay);
  const provider = useProviderName(useSelector(actor, selectLeftProvider) ?? undefined);
  if (way === null) return null;
  return (
    <LeavingBox
      wait={t('leavingForLogout', { provider })}
      silence={way === 'silent' ? t('leaving.silent', { provider }) : null}
      onAgain={() => actor.send({ type: 'exit.requested' })}
      onStay={() => actor.send({ type: 'exit.abandoned' })}
    />
  );
}
