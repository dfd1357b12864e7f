import type { ProblemCode } from '#domain/problem.ts';
/** What can be wrong with the inside of a file that has the bytes of an accepted kind at its beginning. */
export type FileFault = Extract<
  ProblemCode,
  'file-damaged' | 'file-protected' | 'file-active' | 'file-picture-too-large'
>;
