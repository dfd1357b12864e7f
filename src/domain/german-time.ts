/** Deadlines, opening hours and days follow the clock in Germany, wherever the reader is. */
export const GERMAN_TIME = 'Europe/Berlin';

/** Swedish dates have the ISO format. */
const isoDate = new Intl.DateTimeFormat('sv-SE', { timeZone: GERMAN_TIME, dateStyle: 'short' });

/** The day in Germany at a moment, `YYYY-MM-DD`. */
export const germanDay = (at: Date): string => isoDate.format(at);
