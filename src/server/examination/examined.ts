import type { FileFault } from './faults.ts';

/** A part of a file that is kept, from and to in bytes. */
export type Part = readonly [start: number, end: number];

/** Result of an examination: a fault, or the parts of the file that are kept, in their order. */
export type Examined = { fault: FileFault } | { kept: readonly Part[] };

export const damaged: Examined = { fault: 'file-damaged' };
