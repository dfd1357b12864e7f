import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import {
  selectPaymentStep,
  selectProblem,
  selectProcess,
} from '#machines/application/application.selectors.ts';
import { selectIsOver } from '#machines/session/session.selectors.ts';
import { Stack } from '#ui/kit/layout.tsx';
import { useApplication } from '../application/application-context.tsx';
import { ApplicationLayout } from '../application/application-layout.tsx';
import { usePause } from '../shared/interruptions.ts';
import { PauseNote } from '../shared/pause-note.tsx';
import { useSession } from '../shared/portal-context.tsx';
import { ProblemAlert } from '../shared/problem-alert.tsx';
import { PaymentFailed } from './payment-failed.tsx';
import { PaymentOffer } from './payment-offer.tsx';
import { PaymentWaiting } from './payment-waiting.tsx';

/** The fee: offered, awaited, or failed (spec section 4, payment). */
export function PaymentScreen() {
  const { t } = useTranslation(['payment', 'errors']);
  const application = useApplication();
  const process = useSelector(application, selectProcess);
  const problem = useSelector(application, selectProblem);
  const step = useSelector(application, selectPaymentStep);
  const pause = usePause('payment');
  // A message above all screens says what became of the session, and of the application with it.
  const isOver = useSession(selectIsOver);
  if (!process) return null;
  const { paidCents, refundDueCents } = process.facts;
  // A page of the provider that is open may have been paid on meanwhile, and money of before is money.
  const isUnpaid = (step === 'offered' || step === 'starting') && paidCents + refundDueCents === 0;
  return (
    <ApplicationLayout title={t('title')}>
      <Stack narrow>
        <ProblemAlert
          problem={isOver ? null : problem}
          title={t('errors:catalogue.payment')}
          safe={t(isUnpaid ? 'safe.unpaid' : 'safe.once')}
        />
        {!problem && step !== 'waiting' && (
          <PauseNote sentence={pause}>
            <p>{t('paused')}</p>
          </PauseNote>
        )}
        {step === 'waiting' && <PaymentWaiting process={process} />}
        {step === 'failed' && <PaymentFailed process={process} />}
        {(step === 'offered' || step === 'starting') && (
          <PaymentOffer process={process} busy={step === 'starting'} />
        )}
      </Stack>
    </ApplicationLayout>
  );
}
