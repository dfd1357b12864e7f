import type { PictureDoubt } from '#machines/upload/upload.types.ts';

/** A picture without colours: one byte of brightness for each point, line by line. */
export type Greys = { width: number; height: number; brightness: Uint8ClampedArray };

/** Longest side of the picture that is judged, in points: noise is gone at this size, and blur is not. */
export const JUDGED_SIDE = 1024;

/** Side of the squares that the picture is divided into. */
const SQUARE = 32;
/** Difference between the darkest and the brightest point of a square that shows something, above noise. */
const SHOWS_SOMETHING = 30;
const SHOWS_AN_EDGE = 40;
/** A picture with something in at most this many squares shows nothing. */
const EMPTY_SQUARES = 2;
/** Fewer squares with an edge say nothing about the focus. */
const LEAST_EDGES = 8;
/** Brightness that 95 of 100 points of a dark picture stay below. */
const DARK = 60;
/**
 * Steepest step between two neighbours, as a part of the contrast of its square: of the sharpest tenth of a picture.
 * Legible letters have 0.39 and more, illegible ones 0.29 at most (docs/decisions/0073-photos.md).
 */
const BLURRED = 0.3;

/**
 * Returns what speaks against a picture of this look; null for one that can be used.
 * @param isUpright whether the picture should be higher than wide
 */
export function doubtAbout(picture: Greys, isUpright = false): PictureDoubt | null {
  const { contrasts, steepness } = squaresOf(picture);
  if (percentile(picture.brightness, 0.95) < DARK) return 'dark';
  if (contrasts.filter((contrast) => contrast >= SHOWS_SOMETHING).length <= EMPTY_SQUARES) return 'blank';
  if (steepness.length >= LEAST_EDGES && percentile(steepness, 0.9) < BLURRED) return 'blurred';
  return isUpright && picture.width > picture.height ? 'landscape' : null;
}

/** Returns the contrast of each square, and the steepness of those with an edge. */
function squaresOf({ width, height, brightness }: Greys): { contrasts: number[]; steepness: number[] } {
  const contrasts: number[] = [];
  const steepness: number[] = [];
  for (let top = 0; top + SQUARE <= height; top += SQUARE) {
    for (let left = 0; left + SQUARE <= width; left += SQUARE) {
      let [least, most, step] = [255, 0, 0];
      for (let y = top; y < top + SQUARE; y += 1) {
        for (let x = left; x < left + SQUARE; x += 1) {
          const here = brightness[y * width + x]!;
          least = Math.min(least, here);
          most = Math.max(most, here);
          if (x + 1 < left + SQUARE) step = Math.max(step, Math.abs(here - brightness[y * width + x + 1]!));
          if (y + 1 < top + SQUARE) step = Math.max(step, Math.abs(here - brightness[(y + 1) * width + x]!));
        }
      }
      contrasts.push(most - least);
      if (most - least >= SHOWS_AN_EDGE) steepness.push(step / (most - least));
    }
  }
  return { contrasts, steepness };
}

/** Returns the value that this part of all values stays below. */
function percentile(values: ArrayLike<number>, part: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
