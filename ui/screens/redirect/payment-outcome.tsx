import { useTranslation } from 'react-i18next';
import type { PaymentSettlement } from '#contract/payment.ts';
import { Alert, type Tone } from '#ui/kit/alert.tsx';
import { money } from '../shared/money.ts';
import { TitledHeading } from '../shared/page-title.tsx';
import { useLocale } from '../shared/portal-context.tsx';
import { ApplicationStage } from './application-stage.tsx';

type Kind = 'paid' | 'returned' | 'open' | 'failed' | 'cancelled';

const kinds: Record<PaymentSettlement['paymentState'], Kind> = {
  created: 'open',
  pending: 'open',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
};
const tones: Record<Kind, Tone> = {
  paid: 'success',
  returned: 'warning',
  open: 'info',
  failed: 'danger',
  cancelled: 'warning',
};

/** The provider's answer, and its effect on the application. */
export function PaymentOutcome({ settlement }: { settlement: PaymentSettlement }) {
  const { t } = useTranslation(['redirect', 'errors']);
  const locale = useLocale();
  const kind = settlement.refundCents > 0 ? 'returned' : kinds[settlement.paymentState];
  const titles = {
    paid: t('paid.title'),
    returned: t('returned.title'),
    open: t('open.title'),
    failed: t('errors:catalogue.payment'),
    cancelled: t('errors:catalogue.paymentCancelled'),
  };
  return (
    <>
      <TitledHeading takeFocus>{t(`${kind}.heading`)}</TitledHeading>
      <Alert tone={tones[kind]} title={titles[kind]}>
        <p>{t(`${kind}.text`, { amount: money(settlement.refundCents, locale) })}</p>
      </Alert>
      <ApplicationStage settlement={settlement} mayAskAgain={kind === 'open'} />
    </>
  );
}
