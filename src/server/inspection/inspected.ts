import type { FileFault } from './faults.ts';

/** From where to where something is kept of a file, in bytes. */
export type Part = readonly [start: number, end: number];

/** What the inspection says of a file: a fault, or the parts of it that are kept, in their order. */
export type Inspected = { fault: FileFault } | { kept: readonly Part[] };

export const damaged: Inspected = { fault: 'file-damaged' };
