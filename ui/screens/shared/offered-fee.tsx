import { useTranslation } from 'react-i18next';
import type { MetadataView } from '#contract/shapes.ts';
import { Link } from '#ui/kit/link.tsx';
import { feeText } from './fee-text.ts';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/** The fee of an offer, and the way to the same for less, if there is one. */
export function OfferedFee({ offer }: { offer: MetadataView }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { cheaper } = offer;
  return (
    <>
      {feeText(offer, locale, t)}
      {cheaper && (
        <>
          <br />
          <Link href={hrefOf.service(locale, cheaper.leiKaId)}>{cheaper.text}</Link>
        </>
      )}
    </>
  );
}
