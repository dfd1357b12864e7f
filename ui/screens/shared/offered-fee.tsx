import { useTranslation } from 'react-i18next';
import type { MetadataView } from '#contract/shapes.ts';
import { feeText } from './fee-text.ts';
import { WithOtherWay } from './other-way.tsx';
import { useLocale } from './portal-context.tsx';

/** The fee of an offer, and another way to the same, if there is one. */
export function OfferedFee({ offer }: { offer: MetadataView }) {
  const { t } = useTranslation('common');
  return <WithOtherWay way={offer.otherWay}>{feeText(offer, useLocale(), t)}</WithOtherWay>;
}
