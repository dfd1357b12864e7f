/** Lengths of a day and a year without a leap day. */
export const DAY_SECONDS = 24 * 60 * 60;
export const DAY_MS = DAY_SECONDS * 1000;
export const YEAR_SECONDS = 365 * DAY_SECONDS;
