import { useTranslation } from 'react-i18next';
import { selectFormer } from '#machines/session/session.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { LoginAgainLinks } from '../shared/login-again-links.tsx';
import { useCoverActor, useSession } from '../shared/portal-context.tsx';

/** Banner above the entries that are shown for a minute after the session has ended. */
export function LookBanner() {
  const { t } = useTranslation('ending');
  const cover = useCoverActor();
  const isAnonymous = useSession(selectFormer) === 'anonymous';
  return (
    <div className="sp-session-end">
      <Alert tone="warning" title={t('look.title')} live="polite">
        <Stack gap="small">
          <p>{t('look.text')}</p>
          <Actions>
            {!isAnonymous && <LoginAgainLinks />}
            <Button variant="secondary" onClick={() => cover?.send({ type: 'look.ended' })}>
              {t('look.hide')}
            </Button>
          </Actions>
        </Stack>
      </Alert>
    </div>
  );
}
