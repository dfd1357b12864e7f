import type { DescribedArrow, DescribedState } from '#machines/drawing/describe.ts';

/** The words of a drawing in the language of its reader. */
export type DiagramWords = {
  title: (state: DescribedState) => string;
  /** What happens, so that an arrow is taken. */
  event: (arrow: DescribedArrow) => string;
  /** What must be true; null for an arrow without a condition. */
  guard: (arrow: DescribedArrow) => string | null;
  /** An actor that runs while a state is active. */
  call: (name: string) => string;
  anywhere: string;
  /** Stands for several states, by their paths. */
  gathered: (paths: readonly string[]) => string;
  hidden: (count: number) => string;
};
