const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Time after a dialog is due in which the round number counts: the dialog is on the screen a moment later. */
const JUST_MS = 2_000;

/** Whole seconds until a moment, at least 0. Both in ms since the epoch. */
export const secondsLeft = (end: number, now: number): number =>
  Math.max(0, Math.ceil((end - now) / SECOND_MS));

/** Whole minutes until a moment; 0 for less than one. Both in ms since the epoch. */
export function minutesLeft(end: number, now: number): number {
  const left = end - now;
  return left < MINUTE_MS ? 0 : Math.floor((left + JUST_MS) / MINUTE_MS);
}

/** Seconds at which a countdown is spoken, besides its start: each second would be noise. */
const SPOKEN = [10, 30] as const;

/**
 * The seconds that a screen reader has spoken last.
 * @param first seconds at the start of the countdown
 */
export const spokenSeconds = (left: number, first: number): number =>
  SPOKEN.find((seconds) => left <= seconds && seconds < first) ?? first;
