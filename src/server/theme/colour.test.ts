import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, luminance, mix, opposite } from './colour.ts';
import { feedback } from './feedback-colours.ts';

describe('the contrast of two colours', () => {
  // Values of the WCAG formula that are quoted everywhere: #767676 is the lightest grey for text on white.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#949494', '#ffffff', 3.03],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#00ff00', '#000000', 15.3],
  ])('%s and %s: %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it('comes from how light they are', () => {
    expect(luminance('#000000')).toBe(0);
    expect(luminance('#ffffff')).toBeCloseTo(1, 10);
    expect(luminance('#808080')).toBeCloseTo(0.2159, 4);
  });
});

describe('colours that follow from others', () => {
  it('lie between two', () => {
    expect(mix('#000000', '#ffffff', 0)).toBe('#000000');
    expect(mix('#000000', '#ffffff', 1)).toBe('#ffffff');
    expect(mix('#102030', '#304050', 0.5)).toBe('#203040');
  });

  it('lead away from a light or a dark one', () => {
    expect(opposite('#f4c430')).toBe('#000000');
    expect(opposite('#0d4f30')).toBe('#ffffff');
  });
});

describe('colours of what went wrong or well', () => {
  const kern = readFileSync(path.resolve(import.meta.dirname, '../../../ui/styles/kern.css'), 'utf8');

  it.each(
    Object.entries(feedback).flatMap(([kind, { colour, ground }]) => [
      [`feedback-${kind}`, colour],
      [`feedback-${kind}-background`, ground],
    ]),
  )('%s is the one that KERN shows', (name, colour) => {
    expect(shownFor(name)).toBe(colour);
  });

  /** The value of a KERN colour in sRGB (CSS Color 4, oklch), clipped to what a screen can show. */
  function shownFor(name: string): string {
    const [, value = ''] = new RegExp(`--kern-color-${name}: ([^;}]+)`).exec(kern) ?? [];
    const [, next] = /^var\(--kern-color-([\w-]+)\)$/.exec(value) ?? [];
    if (next !== undefined) return shownFor(next);
    const [light = 0, chroma = 0, hue = 0] = (value.match(/[\d.]+/g) ?? []).map(Number);
    const a = chroma * Math.cos((hue * Math.PI) / 180);
    const b = chroma * Math.sin((hue * Math.PI) / 180);
    const l = (light / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (light / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (light / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const linear = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ];
    return `#${linear
      .map((part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
      .map((part) => Math.round(255 * Math.min(1, Math.max(0, part))))
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;
  }
});
