import type { DescribedState } from '#machines/drawing/describe.ts';

/** The states directly inside another one. */
export const childrenIn = (states: readonly DescribedState[], path: string): DescribedState[] =>
  states.filter((state) => state.path !== '' && state.path.split('.').slice(0, -1).join('.') === path);
