import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectAskedProvider,
  selectIsLeaving,
  selectProviderIsSilent,
} from '#machines/login/login.selectors.ts';
import { LeavingBox } from './leaving-box.tsx';
import { useLoginActor } from './portal-context.tsx';
import { useProviderName } from './settings-context.tsx';

/** The wait on the way to the provider's page: the person may stay here, and reads when that page does not come. */
export function LeavingForLogin() {
  const { t } = useTranslation('common');
  const login = useLoginActor();
  const leaving = useSelector(login, selectIsLeaving);
  const silent = useSelector(login, selectProviderIsSilent);
  const provider = useProviderName(useSelector(login, selectAskedProvider));
  if (!leaving) return null;
  return (
    <LeavingBox
      wait={t('leavingForLogin', { provider })}
      silence={silent ? t('leaving.silent', { provider }) : null}
      onAgain={() => login.send({ type: 'login.retried' })}
      onStay={() => login.send({ type: 'login.abandoned' })}
    />
  );
}
