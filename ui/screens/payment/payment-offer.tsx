import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';
import { Actions, Button } from '#ui/kit/button.tsx';
import { Prose } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { money } from '../shared/money.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { usePaymentMethods } from '../shared/settings-context.tsx';
import { Amount } from './amount.tsx';
import { PayLater } from './pay-later.tsx';

/** Before the payment: amount, ways to pay, the binding button. */
export function PaymentOffer({ process, busy }: { process: ProcessView; busy: boolean }) {
  const { t } = useTranslation('payment');
  const locale = useLocale();
  const application = useApplication();
  const { name, contactBox } = process.metadata.authority;
  const [phone] = contactBox.telephones;
  const methods = usePaymentMethods().map((method) => t(`methods.${method}`));
  return (
    <>
      <Amount process={process} heading={t('title')} />
      <Prose>
        <p>
          {t('offer.text', { authority: name })} {phone && t('offer.refusal', { phone: phone.number })}
        </p>
        <p>
          {methods.length > 0 && `${t('offer.methods', { methods: methods.join(', ') })} `}
          {t('offer.choice')}
        </p>
        <p>
          {t('offer.window')} {t(process.facts.hasUser ? 'sends.account' : 'sends.anonymous')}
        </p>
      </Prose>
      <Actions>
        <Button
          icon="open-in-new"
          iconAtEnd
          busy={busy}
          onClick={() => application.send({ type: 'payment.requested' })}
        >
          {busy ? t('offer.busy') : t('offer.pay', { amount: money(process.facts.feeCents, locale) })}
        </Button>
        <Button variant="secondary" onClick={() => application.send({ type: 'data.changeRequested' })}>
          {t('change')}
        </Button>
      </Actions>
      <PayLater process={process} />
    </>
  );
}
