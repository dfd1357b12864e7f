import type { TFunction } from 'i18next';
import type { Cost } from '#contract/content.ts';
import type { Locale } from '#domain/locale.ts';
import { eitherOf, money } from '../shared/money.ts';

type T = TFunction<'service'>;

const MAX_AMOUNTS = 3;

/** The cost in words and euros: "28,80 €", "10,00 € bis 20,00 €", "kostenlos". */
export function costText({ kind, amount, from, to }: Cost, locale: Locale, t: T): string {
  if (kind === 'FREE') return t('cost.free');
  if (kind === 'FIXED' && amount !== undefined) return money(amount, locale);
  return spanText(from, to, locale, t) ?? t('cost.depends');
}

/**
 * All costs in one line: a single one with its words, two or three amounts, or from the lowest to the highest as far as
 * both are known. The line hints at a surcharge on another cost, but does not count it as a cost.
 */
export function costSummary(costs: readonly Cost[], locale: Locale, t: T): string | null {
  const own = costs.filter(({ surcharge }) => !surcharge);
  const [first] = own;
  if (!first) return null;
  const cost = own.length === 1 ? labelled(first, locale, t) : severalText(own, locale, t);
  return own.length < costs.length ? t('cost.extra', { cost }) : cost;
}

function labelled(cost: Cost, locale: Locale, t: T): string {
  const { kind, from, to, label } = cost;
  if (!label) return costText(cost, locale, t);
  if (kind === 'VARIABLE' && from === undefined && to === undefined) return label;
  return t(`cost.withLabel.${kind}`, { cost: costText(cost, locale, t), label });
}

function severalText(costs: readonly Cost[], locale: Locale, t: T): string {
  const spans = costs.map(({ kind, amount, from, to }) => {
    if (kind === 'FREE') return { low: 0, high: 0 };
    return kind === 'FIXED' ? { low: amount, high: amount } : { low: from, high: to };
  });
  const points = [
    ...new Set(spans.flatMap(({ low, high }) => (low !== undefined && low === high ? [low] : []))),
  ];
  if (spans.every(({ low, high }) => low !== undefined && low === high) && points.length <= MAX_AMOUNTS) {
    const amounts = points
      .sort((one, two) => one - two)
      .map((cents) => (cents === 0 ? t('cost.free') : money(cents, locale)));
    return eitherOf(amounts, locale);
  }
  const ends = (end: 'low' | 'high') => spans.map((span) => span[end]);
  // One open end leaves the whole range open: "30.70" and "up to 10.20" have no lowest amount.
  const [low, high] = [lowest(ends('low'), Math.min), lowest(ends('high'), Math.max)];
  const text = spanText(low, high, locale, t);
  if (text !== null && !(low === 0 && high === undefined)) return text;
  return t(points.includes(0) ? 'cost.someFree' : 'cost.depends');
}

const lowest = (ends: (number | undefined)[], pick: (...ends: number[]) => number): number | undefined => {
  const known = ends.filter((end) => end !== undefined);
  return known.length === ends.length ? pick(...known) : undefined;
};

/** From one amount to another, as far as known; null for nothing. */
function spanText(from: number | undefined, to: number | undefined, locale: Locale, t: T): string | null {
  if (from !== undefined && to !== undefined) {
    if (from === to) return from === 0 ? t('cost.free') : money(from, locale);
    if (from === 0) return t('cost.freeUpTo', { amount: money(to, locale) });
    return t('cost.range', { from: money(from, locale), to: money(to, locale) });
  }
  if (from !== undefined) return t('cost.from', { amount: money(from, locale) });
  return to === undefined ? null : t('cost.upTo', { amount: money(to, locale) });
}
