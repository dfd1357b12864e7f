import { useTranslation } from 'react-i18next';
import type { ProcessView } from '#contract/process.ts';

import { PageHeading } from '#ui/kit/heading.tsx';
import { day } from '../shared/format.ts';
import { money } from '../shared/money.ts';
import { WithOtherWay } from '../shared/other-way.tsx';
import { useLocale } from '../shared/portal-context.tsx';
import { NotSent } from '../summary/not-sent.tsx';

/** The amount in large type, with its purpose and with an earlier payment that does not cover it. */
export function Amount({ process, heading }: { process: ProcessView; heading: string }) {
  const { t } = useTranslation('payment');
  const locale = useLocale();
  const { feeCents, refundDueCents } = process.facts;
  const { returned } = process;
  const { feePurpose, otherWay } = process.metadata;
  return (
    <>
      <PageHeading key={heading} takeFocus>
        {heading}
      </PageHeading>
      {/* What is said of a payment that failed says it. */}
      {process.status !== 'PAYMENT_FAILURE' && <NotSent />}
      <div className="sp-amount">
        <p className="sp-amount__value">{money(feeCents, locale)}</p>
        <p>
          <WithOtherWay way={otherWay}>{feePurpose}</WithOtherWay>
        </p>
      </div>
      {refundDueCents > 0 && (
        <p>
          {t('refund', { amount: money(refundDueCents, locale) })}
          {returned &&
            ` ${t('returned', { amount: money(returned.amountCents, locale), date: day(returned.at, locale) })}`}
        </p>
      )}
    </>
  );
}
