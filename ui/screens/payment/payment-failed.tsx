import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';

import { Alert } from '#ui/kit/alert.tsx';
import { Actions, Button } from '#ui/kit/button.tsx';
import { useApplication } from '../application/application-context.tsx';
import { Amount } from './amount.tsx';
import { PayLater } from './pay-later.tsx';

/** The failed payment: what happened, what is safe, what to do. */
export function PaymentFailed({ process }: { process: ProcessView }) {
  const { t } = useTranslation('payment');
  const { t: errors } = useTranslation('errors');
  const application = useApplication();
  const cancelled = process.payment?.state === 'cancelled';
  return (
    <>
      <Amount process={process} heading={t(cancelled ? 'failed.cancelled' : 'failed.title')} />
      <Alert
        tone={cancelled ? 'warning' : 'danger'}
        live="assertive"
        title={errors(cancelled ? 'catalogue.paymentCancelled' : 'catalogue.payment')}
      >
        <p>{t('failed.safe')}</p>
        <p>{t('failed.next')}</p>
      </Alert>
      <Actions>
        <Button icon="open-in-new" iconAtEnd onClick={() => application.send({ type: 'payment.requested' })}>
          {t('failed.again')}
        </Button>
        <Button variant="secondary" onClick={() => application.send({ type: 'data.changeRequested' })}>
          {t('change')}
        </Button>
      </Actions>
      <PayLater process={process} />
    </>
  );
}
