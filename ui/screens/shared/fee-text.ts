import type { TFunction } from 'i18next';
import { money } from './format.ts';
import type { Locale } from './paths.ts';

/** What an application costs, before anything is filled in. */
export const feeText = (
  { feeType, feeAmount }: { feeType: string; feeAmount: number | null },
  locale: Locale,
  t: TFunction<'application'>,
): string => {
  if (feeType === 'FREE') return t('fee.free');
  return feeAmount === null ? t('fee.depends') : money(feeAmount, locale);
};
