import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useSessionSpans } from '../shared/session-spans.ts';
import { TicketNumber } from '../shared/ticket-number.tsx';
import { useApplication } from './application-context.tsx';

/** Asks before a person without an account leaves the result; it stays when the number is copied in it. */
export function LeaveSentDialog({
  open,
  ticket,
  onLeave,
  onStay,
}: {
  open: boolean;
  ticket: string;
  onLeave: () => void;
  onStay: () => void;
}) {
  const { t } = useTranslation('application');
  const application = useApplication();
  const spans = useSessionSpans();
  return (
    <Dialog
      open={open}
      title={t('leave.sent.title')}
      ok={t('leave.sent.ok')}
      cancel={t('leave.stay')}
      onOutcome={(outcome) => (outcome === 'ok' ? onLeave() : onStay())}
    >
      <p>{t('leave.sent.text', spans)}</p>
      <p>{t('leave.sent.number')}</p>
      <TicketNumber number={ticket} />
      <CopyButton
        text={ticket}
        label={t('leave.sent.copy')}
        onCopied={() => application.send({ type: 'result.acknowledged' })}
      />
    </Dialog>
  );
}
