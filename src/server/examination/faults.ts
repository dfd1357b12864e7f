import type { ProblemCode } from '#domain/problem.ts';

/** Possible faults inside a file that starts with the bytes of an accepted kind. */
export const fileFaults = [
  'file-damaged',
  'file-protected',
  'file-active',
  'file-picture-too-large',
] as const satisfies readonly ProblemCode[];
export type FileFault = (typeof fileFaults)[number];
