import type { FileFault } from './faults.ts';

/** Pixels of a picture: more than any scanner or camera makes of a sheet of paper, and what programs can open. */
export const MAX_PIXELS = 100_000_000;

/** Returns the fault of a picture that claims this size; the picture is never unpacked. */
export function faultOfSize({ width, height }: { width: number; height: number }): FileFault | null {
  if (width === 0 || height === 0) return 'file-damaged';
  return width * height > MAX_PIXELS ? 'file-picture-too-large' : null;
}
