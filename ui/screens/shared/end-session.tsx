import { useTranslation } from 'react-i18next';
import { selectDeparture, selectSentHere, selectViewer } from '#machines/session/session.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { useLocale, useSession, useSessionActor } from './portal-context.tsx';

/**
 * "End and delete" for sessions without an account; nothing for all others. Once an application is sent it frightens to
 * read of deleting, and what is deleted is listed before it happens.
 */
export function EndSession() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const session = useSessionActor();
  const isAnonymous = useSession((snapshot) => selectViewer(snapshot) === 'anonymous');
  const hasSent = useSession((snapshot) => selectSentHere(snapshot).length > 0);
  const busy = useSession((snapshot) => selectDeparture(snapshot) === 'previewing');
  return (
    isAnonymous && (
      <Button
        className="sp-end-session"
        variant="quiet"
        icon={hasSent ? 'logout' : 'delete'}
        busy={busy}
        onClick={() => session.send({ type: 'ending.requested', locale })}
      >
        {t(hasSent ? 'account.endSession' : 'account.end')}
      </Button>
    )
  );
}
