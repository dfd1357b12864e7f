import type { TFunction } from 'i18next';
import type { Cost, Duration } from '#contract/content.ts';
import type { Metadata } from '#contract/shapes.ts';
import { money } from '../shared/format.ts';
import type { Locale } from '../shared/paths.ts';

type T = TFunction<'service'>;

/** What something costs, in words and euros: "28,80 €", "10,00 € bis 20,00 €", "kostenlos". */
export function costText({ kind, amount, from, to }: Cost, locale: Locale, t: T): string {
  if (kind === 'FREE') return t('cost.free');
  if (kind === 'FIXED' && amount !== undefined) return money(amount, locale);
  if (from !== undefined && to !== undefined) {
    return t('cost.range', { from: money(from, locale), to: money(to, locale) });
  }
  if (from !== undefined) return t('cost.from', { amount: money(from, locale) });
  if (to !== undefined) return t('cost.upTo', { amount: money(to, locale) });
  return t('cost.depends');
}

/** All costs in one line: the only one, or from the lowest to the highest. */
export function costSummary(costs: readonly Cost[], locale: Locale, t: T): string | null {
  const [first] = costs;
  if (!first) return null;
  if (costs.length === 1) return costText(first, locale, t);
  const known = costs.flatMap(({ kind, amount, from, to }) =>
    kind === 'FREE' ? [0] : [amount, from, to].filter((one) => one !== undefined),
  );
  if (known.length === 0) return t('cost.depends');
  const [low, high] = [Math.min(...known), Math.max(...known)];
  if (low === high) return low === 0 ? t('cost.free') : money(low, locale);
  if (low === 0) return t('cost.freeUpTo', { amount: money(high, locale) });
  return t('cost.range', { from: money(low, locale), to: money(high, locale) });
}

/** What an application costs, before anything is filled in. */
export function feeText({ feeType, feeAmount }: Metadata, locale: Locale, t: T): string {
  if (feeType === 'FREE') return t('cost.free');
  return feeAmount === null ? t('cost.byForm') : money(feeAmount, locale);
}

/** A length of time in words: "2 Wochen", "3 bis 4 Wochen". */
export function durationText({ value, to, unit }: Duration, t: T): string {
  const text = t(`duration.${unit}`, { count: to ?? value });
  return to === undefined || to === value ? text : t('duration.range', { from: value, to: text });
}
