import type { ProblemCode } from '#domain/problem.ts';
/** Possible faults inside a file that starts with the bytes of an accepted kind. */
export type FileFault = Extract<
  ProblemCode,
  'file-damaged' | 'file-protected' | 'file-active' | 'file-picture-too-large'
>;
