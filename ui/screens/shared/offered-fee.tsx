import { useTranslation } from 'react-i18next';
import type { MetadataView } from '#contract/shapes.ts';
import { feeText } from './fee-text.ts';
import { OtherWay } from './other-way.tsx';
import { useLocale } from './portal-context.tsx';

/** The fee of an offer, and another way to the same, if there is one. */
export function OfferedFee({ offer }: { offer: MetadataView }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  return (
    <>
      {feeText(offer, locale, t)}
      {offer.otherWay && <br />}
      {offer.otherWay && <OtherWay way={offer.otherWay} />}
    </>
  );
}
