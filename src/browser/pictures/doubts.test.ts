import { describe, expect, it } from 'vitest';
import { doubtAbout, type Greys } from './doubts.ts';

const WIDTH = 768;
const HEIGHT = 1024;

/** A sheet with lines of strokes as wide as those of letters; its brightness follows from the shades of both. */
function sheet({ paper = 225, ink = 40, lines = 20, noise = 0 } = {}): Greys {
  const brightness = new Uint8ClampedArray(WIDTH * HEIGHT);
  let seed = 1;
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isStroke = y % 40 < 12 && Math.floor(y / 40) < lines && x % 7 < 2 && x > 80 && x < 650;
      seed = (seed * 16807) % 2147483647;
      brightness[y * WIDTH + x] = (isStroke ? ink : paper) + ((seed % 1000) / 500 - 1) * noise;
    }
  }
  return { width: WIDTH, height: HEIGHT, brightness };
}

/** Returns the picture with each point as the mean of those around it. */
function outOfFocus({ width, height, brightness }: Greys, radius: number): Greys {
  const mean = (from: Uint8ClampedArray, step: number): Uint8ClampedArray =>
    from.map((_, at) => {
      let sum = 0;
      for (let by = -radius; by <= radius; by += 1) sum += from[at + by * step] ?? from[at]!;
      return sum / (2 * radius + 1);
    });
  return { width, height, brightness: mean(mean(brightness, 1), width) };
}

/** A face before a wall: large shapes, and nothing small. */
function portrait(): Greys {
  const picture = sheet({ lines: 0, paper: 200 });
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isFace = ((x - 384) / 200) ** 2 + ((y - 450) / 280) ** 2 < 1;
      if (isFace) picture.brightness[y * WIDTH + x] = 120;
    }
  }
  return picture;
}

describe('a picture is not doubted', () => {
  it.each([
    ['that is sharp', sheet()],
    ['with noise', sheet({ noise: 8 })],
    ['with two pale lines', sheet({ lines: 2, ink: 150 })],
    ['on grey paper in little light', sheet({ paper: 90, ink: 20 })],
    ['of a face', portrait()],
    ['of a face, a little soft', outOfFocus(portrait(), 1)],
  ])('%s', (_, picture) => {
    expect(doubtAbout(picture)).toBeNull();
  });
});

describe('a picture is doubted', () => {
  it.each([
    ['blurred', 'of a face out of focus', outOfFocus(portrait(), 4)],
    ['blurred', 'of a page out of focus', outOfFocus(outOfFocus(portrait(), 3), 3)],
    ['blank', 'of an empty sheet', sheet({ lines: 0, noise: 8 })],
    ['blank', 'of a wall', sheet({ lines: 0, paper: 120 })],
    ['dark', 'of nothing, in a pocket', sheet({ lines: 0, paper: 12, noise: 8 })],
    ['dark', 'of a page in the dark', sheet({ paper: 55, ink: 5 })],
  ])('%s: %s', (doubt, _, picture) => {
    expect(doubtAbout(picture)).toBe(doubt);
  });
});

it('a picture on its side is doubted where the field asks for an upright one, and only there', () => {
  const upright = sheet();
  const turned = { ...upright, width: HEIGHT, height: WIDTH };
  expect(doubtAbout(turned, true)).toBe('landscape');
  expect(doubtAbout(turned)).not.toBe('landscape');
  expect(doubtAbout(upright, true)).toBeNull();
  expect(doubtAbout({ ...sheet({ lines: 0 }), width: HEIGHT, height: WIDTH }, true)).toBe('blank');
});

it('a picture that is smaller than one square is blank at most', () => {
  expect(doubtAbout({ width: 1, height: 1, brightness: new Uint8ClampedArray([255]) })).toBe('blank');
});
