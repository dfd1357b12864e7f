import type { PaymentContext, PaymentEvent, PaymentInput } from '#machines/payment/payment.types.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import type { Subject } from '../paths/subject.ts';
import { paymentSubject } from '../subjects/payment.ts';
import { PaymentWalker } from './payment-walker.ts';
import { walkPaths } from './walk-paths.ts';

/** Without a transaction the provider cannot report anything. With one it is not opened again. */
const subject: Subject<PaymentEvent, PaymentContext, PaymentInput> = {
  ...paymentSubject,
  events: (view) =>
    paymentSubject.events(view).filter(({ type }) => {
      const isOpened = view.context.transactionId !== null;
      if (type === 'payment.opened') return !isOpened && !view.context.superseded;
      if (type === 'attempt.superseded') return true;
      return isOpened;
    }),
};

walkPaths('leads a person through every rule of a payment', {
  subject,
  longest: 5,
  content: () => makeProbeContent({ forceWelcomePage: true }),
  walker: (stage, path) => new PaymentWalker(stage, path),
  timeLimitMs: 1_200_000,
});
