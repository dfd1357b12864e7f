/** Deadlines, opening hours and days follow the clock in Germany, wherever the reader is. */
export const GERMAN_TIME = 'Europe/Berlin';

let isoDate: Intl.DateTimeFormat | undefined;

/** The day in Germany at a moment, `YYYY-MM-DD`. */
export function germanDay(at: Date): string {
  // Made when first needed: that is the longest work of a page's start on a phone, and most pages need none. Swedish
  // dates have the ISO format.
  isoDate ??= new Intl.DateTimeFormat('sv-SE', { timeZone: GERMAN_TIME, dateStyle: 'short' });
  return isoDate.format(at);
}

/** The time of a moment as the clock in Germany shows it, and whether the clock of this device shows another one. */
export function germanClock(at: Date, tag: string): { time: string; isElsewhere: boolean } {
  const clock = (timeZone?: string) =>
    new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
  const time = clock(GERMAN_TIME);
  return { time, isElsewhere: clock() !== time };
}
