/**
 * The choices of a run, one number each: what happens next, to what, and how it goes. Zero is always the plainest
 * choice, and after the end of the tape nothing is chosen any more, so that a shorter tape with smaller numbers is a
 * simpler run: that is how failing runs are shrunk.
 */
export type Tape = {
  /** Returns the next choice among so many, from 0 on; 0 after the end. */
  choose(count: number): number;
  isOver(): boolean;
};

/** Greatest number of a tape; each choice takes the remainder. */
export const MOST = 999;

export function tapeOf(numbers: readonly number[]): Tape {
  let at = 0;
  return {
    choose: (count) => (numbers[at++] ?? 0) % count,
    isOver: () => at >= numbers.length,
  };
}
