import { MAX_PIXELS } from '#domain/picture-size.ts';
import type { FileFault } from './faults.ts';

/** Returns the fault of a picture that claims this size; the picture is never unpacked. */
export function faultOfSize({ width, height }: { width: number; height: number }): FileFault | null {
  if (width === 0 || height === 0) return 'file-damaged';
  return width * height > MAX_PIXELS ? 'file-picture-too-large' : null;
}
