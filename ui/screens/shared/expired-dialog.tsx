import { useTranslation } from 'react-i18next';
import { selectFormerProvider } from '#machines/session/session.selectors.ts';
import { Dialog } from '#ui/kit/dialog.tsx';
import { sentOf, useProcess } from './end-kind.ts';
import { openLogin } from './login-window.ts';
import { useLocale, useSession, useSessionActor } from './portal-context.tsx';
import { useLoginProvider } from './settings-context.tsx';
import { TicketNumber } from './ticket-number.tsx';

/** Notice of a login in a separate window: the entries stay on the screen. */
export function ExpiredDialog() {
  const { t } = useTranslation(['common', 'ending']);
  const session = useSessionActor();
  const locale = useLocale();
  const first = useLoginProvider();
  const former = useSession(selectFormerProvider);
  const provider = useLoginProvider(former ? [former] : undefined)?.id ?? first?.id;
  const process = useProcess();
  const sent = sentOf(process);
  const dismiss = () => session.send({ type: 'message.dismissed' });
  if (process && !process.facts.hasUser) {
    return (
      <Dialog open title={t('expired.title')} ok={t('expired.understood')} onOutcome={dismiss}>
        <p>{t('expired.text')}</p>
        <p>{t(`expired.${sent?.kind ?? 'anonymous'}`)}</p>
        <TicketNumber number={sent?.ticket} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={t('expired.title')}
      ok={t('expired.login')}
      cancel={t('expired.stay')}
      onOutcome={(outcome) => {
        // A browser that opens no windows: the message on the page has a link.
        if (outcome !== 'ok' || !openLogin({ lang: locale, provider })) dismiss();
      }}
    >
      <p>{t('expired.text')}</p>
      {process && <p>{t(sent ? `ending:session.${sent.kind}Kept` : 'expired.safe')}</p>}
      <TicketNumber number={sent?.ticket} />
    </Dialog>
  );
}
