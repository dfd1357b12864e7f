import type { ContentFault } from './types.ts';

/** Returns faults as indented lines for people. */
export const faultLines = (faults: readonly ContentFault[]): string[] =>
  faults.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`);
