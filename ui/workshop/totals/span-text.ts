import { DAY_SECONDS } from '#domain/days.ts';
import type { Locale } from '#domain/locale.ts';

const STEPS = [
  { unit: 'day', seconds: DAY_SECONDS },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** A span of time in its largest unit: `2.5 hours`. */
export function spanText(seconds: number, locale: Locale): string {
  const { unit, seconds: size } = STEPS.find((step) => seconds >= step.seconds) ?? {
    unit: 'second',
    seconds: 1,
  };
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: unit === 'second' ? 0 : 1,
  }).format(seconds / size);
}
