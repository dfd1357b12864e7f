import type { Area } from '../types.ts';

/** Swedish dates have the ISO format. */
const inGermany = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

/** YYYY-MM-DD. */
export const dayInGermany = (now = new Date()): string => inGermany.format(now);

/** Whether an area exists on a day in Germany. One that has ended, or has not begun, is offered to nobody. */
export function isValid(
  { validFrom, validTo }: Pick<Area, 'validFrom' | 'validTo'>,
  now = new Date(),
): boolean {
  if (validFrom === undefined && validTo === undefined) return true;
  const today = dayInGermany(now);
  return (validFrom === undefined || validFrom <= today) && (validTo === undefined || today <= validTo);
}
