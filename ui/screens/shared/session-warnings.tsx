import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  selectAbsoluteEnd,
  selectExtensionHasFailed,
  selectIdleEnd,
  selectIsExtending,
  selectWarning,
} from '#machines/session/session.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { minutesLeft, secondsLeft, spokenSeconds } from './countdown.ts';
import { useEndKind } from './end-kind.ts';
import { usePortalTools, useSession, useSessionActor } from './portal-context.tsx';
import { TicketNumber } from './ticket-number.tsx';

/**
 * The warnings before the session ends: that nobody has done anything for a while, or that the end comes in any case.
 */
export function SessionWarnings() {
  const warning = useSession(selectWarning);
  if (warning === 'idle') return <StillThere />;
  return warning === 'end' ? <EndsSoon /> : null;
}

/** The question whether somebody is still there. Every answer is a sign of that, also closing the dialog. */
function StillThere() {
  const { t } = useTranslation('ending');
  const session = useSessionActor();
  const { KeepInstead } = usePortalTools();
  const end = useSession(selectIdleEnd) ?? 0;
  const busy = useSession(selectIsExtending);
  const failed = useSession(selectExtensionHasFailed);
  const { kind, ticket } = useEndKind();
  const seconds = secondsLeft(end, useNow());
  const [first] = useState(seconds);
  const told = (count: number) => (count > 0 ? t('warning.idle.text', { count }) : t('warning.idle.over'));
  return (
    <Dialog
      open
      title={t('warning.idle.title')}
      ok={t('warning.idle.extend')}
      busy={busy}
      onOutcome={() => session.send({ type: 'extension.requested' })}
    >
      <p aria-hidden="true">{told(seconds)}</p>
      <VisuallyHidden>
        <span aria-live="assertive">{told(spokenSeconds(seconds, first))}</span>
      </VisuallyHidden>
      <p>{t(`warning.idle.${kind}`)}</p>
      <TicketNumber number={ticket} />
      {KeepInstead && <KeepInstead before={() => session.send({ type: 'extension.requested' })} />}
      {failed && !busy && <Alert tone="danger" title={t('warning.idle.failed')} live="assertive" />}
    </Dialog>
  );
}

function EndsSoon() {
  const { t } = useTranslation('ending');
  const session = useSessionActor();
  const { KeepInstead } = usePortalTools();
  const end = useSession(selectAbsoluteEnd) ?? 0;
  const count = minutesLeft(end, useNow());
  const { kind, ticket } = useEndKind();
  return (
    <Dialog
      open
      title={t('warning.end.title')}
      ok={t('warning.end.ok')}
      onOutcome={() => session.send({ type: 'warning.acknowledged' })}
    >
      <p>
        {count > 0 ? t('warning.end.text', { count }) : t('warning.end.less')} {t('warning.end.why')}
      </p>
      <p>{t(`warning.end.${kind}`)}</p>
      <TicketNumber number={ticket} />
      {KeepInstead && <KeepInstead before={() => session.send({ type: 'warning.acknowledged' })} />}
    </Dialog>
  );
}

const TICK_MS = 250;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
