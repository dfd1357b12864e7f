declare module 'vitest' {
  interface ProvidedContext {
    /** Share of the cases of a sweep that is tried, other ones each time: 1 before a merge, less in `npm test`. */
    shareOfCases: number;
  }
}

/** Share of the cases of a sweep (`sweeps` in rest-of-tests.ts); tests get it by `inject('shareOfCases')`. */
export const shareOfCases = (isShort: boolean): number => (isShort ? 1 / 10 : 1);
