import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';

import type { StepAhead } from '#machines/process/process.steps.ts';
import { money } from '../shared/money.ts';
import { WithOtherWay } from '../shared/other-way.tsx';
import { useLocale } from '../shared/portal-context.tsx';

type Props = {
  process: ProcessView;
  /** Fee for the entries; null while they have errors, because it is not known then. */
  feeCents: number | null;
  steps: readonly StepAhead[];
};

/** The ways to a payment; each is a text of its own. */
const orders = ['payment', 'notice-payment', 'login-payment', 'notice-login-payment'] as const;

/** The fee for the entries, the moment of its payment, and the fate of money that has already arrived. */
export function FeeNote({ process, feeCents, steps }: Props) {
  const { t } = useTranslation('summary');
  const locale = useLocale();
  if (feeCents === null) return null;
  const { paidCents } = process.facts;
  const way = steps.filter((step) => step !== 'submission' && step !== 'conflict').join('-');
  const order = orders.find((it) => it === way);
  const isPaid = paidCents > 0 && paidCents === feeCents;
  return (
    <>
      {paidCents > 0 && !isPaid && <p>{t('confirm.refund', { paid: money(paidCents, locale) })}</p>}
      {isPaid && <p>{t('confirm.paid', { amount: money(feeCents, locale) })}</p>}
      {order && (
        <p>
          <WithOtherWay way={process.metadata.otherWay}>
            {t('confirm.fee', { amount: money(feeCents, locale) })} {t(`confirm.order.${order}`)}
          </WithOtherWay>
        </p>
      )}
    </>
  );
}
