import type { TFunction } from 'i18next';
import type { MetadataView } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import { eitherOf, money } from './money.ts';

type Fee = {
  feeType: string;
  feeAmount: number | null;
  feeFigures?:
    | Readonly<MetadataView['feeFigures']>
    | { kind: 'amounts'; amounts: readonly number[] }
    | undefined;
  feeBasis?: string | undefined;
};

/**
 * The fee of an application, before anything is filled in: the amount, all amounts that the form's answers can lead to,
 * or the basis of its calculation.
 */
export function feeText(
  { feeType, feeAmount, feeFigures, feeBasis: basis = '' }: Fee,
  locale: Locale,
  t: TFunction<'common'>,
): string {
  if (feeType === 'FREE') return t('fee.free');
  if (feeAmount !== null) return money(feeAmount, locale);
  switch (feeFigures?.kind) {
    case 'each':
      return t('fee.each', { amount: money(feeFigures.amount, locale), basis });
    case 'amounts': {
      const [only, ...others] = feeFigures.amounts;
      if (only !== undefined && others.length === 0) return only === 0 ? t('fee.free') : money(only, locale);
      const amounts = feeFigures.amounts.map((cents) => (cents === 0 ? t('fee.free') : money(cents, locale)));
      return t('fee.amounts', { amounts: eitherOf(amounts, locale), basis });
    }
    case 'range':
      return t('fee.range', {
        from: money(feeFigures.from, locale),
        to: money(feeFigures.to, locale),
        basis,
      });
    default:
      return basis ? t('fee.unknown', { basis }) : t('fee.byForm');
  }
}
