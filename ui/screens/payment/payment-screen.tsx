import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectPaymentStep,
  selectProblem,
  selectProcess,
} from '#machines/application/application.selectors.ts';
import type { ProcessView } from '#machines/application/application.types.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { money } from '../shared/format.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { PaymentFailed } from './payment-failed.tsx';
import { PaymentOffer } from './payment-offer.tsx';
import { PaymentWaiting } from './payment-waiting.tsx';

/** The fee: offered, waited for, or failed (spec section 4, payment). */
export function PaymentScreen() {
  const { t } = useTranslation(['payment', 'errors']);
  const application = useApplication();
  const process = useSelector(application, selectProcess);
  const problem = useSelector(application, selectProblem);
  const step = useSelector(application, selectPaymentStep);
  if (!process) return null;
  return (
    <ApplicationLayout title={t('title')}>
      <Stack narrow>
        <ProblemAlert problem={problem} title={t('errors:catalogue.payment')} safe={t('safe')} />
        {step === 'waiting' && <PaymentWaiting process={process} />}
        {step === 'failed' && <PaymentFailed process={process} />}
        {(step === 'offered' || step === 'starting') && (
          <PaymentOffer process={process} busy={step === 'starting'} />
        )}
      </Stack>
    </ApplicationLayout>
  );
}

/** The amount large, and what it is for; with what was paid before and does not cover it. */
export function Amount({ process, heading }: { process: ProcessView; heading: string }) {
  const { t } = useTranslation('payment');
  const locale = useLocale();
  const { feeCents, refundDueCents } = process.facts;
  return (
    <>
      <PageHeading key={heading} takeFocus>
        {heading}
      </PageHeading>
      <div className="sp-amount">
        <p className="sp-amount__value">{money(feeCents, locale)}</p>
        <p>{process.metadata.feePurpose}</p>
      </div>
      {refundDueCents > 0 && <p>{t('refund', { amount: money(refundDueCents, locale) })}</p>}
    </>
  );
}
