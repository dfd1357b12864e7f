/** Tolerated difference between our clock and the account's, in either direction. */
export const CLOCK_TOLERANCE_MS = 60_000;
