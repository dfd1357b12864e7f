import type { TFunction } from 'i18next';
import type { Duration } from '#contract/content.ts';

type T = TFunction<'service'>;

/** A length of time in words: "2 Wochen", "3 bis 4 Wochen". */
export function durationText({ value, to, unit }: Duration, t: T): string {
  const text = t(`duration.${unit}`, { count: to ?? value });
  return to === undefined || to === value ? text : t('duration.range', { from: value, to: text });
}
