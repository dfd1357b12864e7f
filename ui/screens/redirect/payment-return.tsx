import { useTranslation } from 'react-i18next';
import {
  selectReturning,
  selectReturnProblem,
  selectSettlement,
} from '#machines/portal/landing.selectors.ts';
import { Loader } from '#ui/kit/loader.tsx';
import { TitledHeading } from '../shared/page-title.tsx';
import { usePortal } from '../shared/portal-context.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import { PaymentUnknown } from './payment-unknown.tsx';

/** The return from the payment provider's page: the server asks the provider, and the answer is shown. */
export function PaymentReturn() {
  const { t } = useTranslation('redirect');
  const returning = usePortal(selectReturning);
  const settlement = usePortal(selectSettlement);
  const problem = usePortal(selectReturnProblem);
  if (returning === 'settled' && settlement) return <PaymentOutcome settlement={settlement} />;
  if (returning === 'unsettled' && problem) return <PaymentUnknown problem={problem} />;
  return (
    <>
      <TitledHeading>{t('asking.title')}</TitledHeading>
      <Loader label={t('pleaseWait')} />
      <p>{t('asking.text')}</p>
    </>
  );
}
