import { germanDay } from '#domain/german-time.ts';
import type { Area } from '../types.ts';

/** Whether an area exists on a day in Germany. An area that has ended or has not begun is never offered. */
export function isValid(
  { validFrom, validTo }: Pick<Area, 'validFrom' | 'validTo'>,
  now = new Date(),
): boolean {
  if (validFrom === undefined && validTo === undefined) return true;
  const today = germanDay(now);
  return (validFrom === undefined || validFrom <= today) && (validTo === undefined || today <= validTo);
}
