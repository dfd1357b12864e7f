import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  selectAskedProvider,
  selectIsLeaving,
  selectProviderIsSilent,
} from '#machines/login/login.selectors.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Loader } from '#ui/kit/loader.tsx';
import { useLoginActor } from './portal-context.tsx';
import { useProviderName } from './settings-context.tsx';

/** On the way to the provider's page: the person may stay here, and is told when that page does not come. */
export function LeavingForLogin() {
  const { t } = useTranslation('common');
  const login = useLoginActor();
  const leaving = useSelector(login, selectIsLeaving);
  const silent = useSelector(login, selectProviderIsSilent);
  const provider = useProviderName(useSelector(login, selectAskedProvider));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (silent) box.current?.focus();
  }, [silent]);
  if (!leaving) return null;
  return (
    <div className="sp-leaving">
      <div ref={box} tabIndex={-1} className="sp-leaving__box">
        {silent ? (
          <p role="alert">{t('leaving.silent', { provider })}</p>
        ) : (
          <Loader label={t('leavingForLogin', { provider })} />
        )}
        <Actions>
          {silent && (
            <Button icon="autorenew" onClick={() => login.send({ type: 'login.retried' })}>
              {t('leaving.again')}
            </Button>
          )}
          <Button
            variant={silent ? 'secondary' : 'quiet'}
            onClick={() => login.send({ type: 'login.abandoned' })}
          >
            {t('leaving.stay')}
          </Button>
        </Actions>
      </div>
    </div>
  );
}
