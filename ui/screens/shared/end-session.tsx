import { useTranslation } from 'react-i18next';
import { selectDeparture, selectViewer } from '#machines/session/session.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { useLocale, useSession, useSessionActor } from './portal-context.tsx';

/** "End and delete" for sessions without an account; nothing for all others. */
export function EndSession() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const session = useSessionActor();
  const isAnonymous = useSession((snapshot) => selectViewer(snapshot) === 'anonymous');
  const busy = useSession((snapshot) => selectDeparture(snapshot) === 'previewing');
  return (
    isAnonymous && (
      <Button
        className="sp-end-session"
        variant="quiet"
        icon="delete"
        busy={busy}
        onClick={() => session.send({ type: 'ending.requested', locale })}
      >
        {t('account.end')}
      </Button>
    )
  );
}
