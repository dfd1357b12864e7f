import type { DescribedArrow, DescribedState } from '#machines/drawing/describe.ts';

/** The words of a drawing in the language of its reader. */
export type DiagramWords = {
  title: (state: DescribedState) => string;
  /** The event by which an arrow is taken. */
  event: (arrow: DescribedArrow) => string;
  /** The condition of an arrow; null for an arrow without one. */
  guard: (arrow: DescribedArrow) => string | null;
  /** An actor that runs while a state is active. */
  call: (name: string) => string;
  anywhere: string;
  /** The words of a box that stands for several states, by their paths. */
  gathered: (paths: readonly string[]) => string;
  hidden: (count: number) => string;
};
