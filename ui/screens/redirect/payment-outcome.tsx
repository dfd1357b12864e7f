import { useTranslation } from 'react-i18next';
import type { PaymentSettlement } from '#machines/portal/portal.types.ts';
import { Alert, type Tone } from '#ui/kit/alert.tsx';
import { Actions, Button, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead } from '#ui/kit/layout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale, usePortalTools } from '../shared/portal-context.tsx';
import { CloseButton } from './close-button.tsx';

type Kind = 'paid' | 'open' | 'failed' | 'cancelled';

const kinds: Record<PaymentSettlement['paymentState'], Kind> = {
  created: 'open',
  pending: 'open',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
};
const tones: Record<Kind, Tone> = { paid: 'success', open: 'info', failed: 'danger', cancelled: 'warning' };

/** What the provider answered, and where the application goes on. */
export function PaymentOutcome({ settlement }: { settlement: PaymentSettlement }) {
  const { t } = useTranslation(['redirect', 'errors']);
  const { portal } = usePortalTools();
  const locale = useLocale();
  const kind = kinds[settlement.paymentState];
  const titles = {
    paid: t('paid.title'),
    open: t('open.title'),
    failed: t('errors:catalogue.payment'),
    cancelled: t('errors:catalogue.paymentCancelled'),
  };
  return (
    <>
      <PageHeading takeFocus>{t(`${kind}.heading`)}</PageHeading>
      <Alert tone={tones[kind]} title={titles[kind]}>
        <p>{t(`${kind}.text`)}</p>
      </Alert>
      <Lead>{t('goOn.text')}</Lead>
      <Actions>
        {kind === 'open' && (
          <Button icon="autorenew" onClick={() => portal.send({ type: 'retry.requested' })}>
            {t('askAgain')}
          </Button>
        )}
        <CloseButton variant={kind === 'open' ? 'secondary' : 'primary'} />
        <LinkButton variant="secondary" href={hrefOf.process(locale, settlement.processId)}>
          {t('goOn.here')}
        </LinkButton>
      </Actions>
    </>
  );
}
