import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { contrast, luminance, mix, opposite } from './colour.ts';
import { feedback } from './feedback-colours.ts';
import { hexOf, oklchOf, shownHexOf } from './oklch.ts';

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

describe('a colour in OKLCH', () => {
  // Values of CSS Color 4: red, and a blue.
  it.each([
    ['#ff0000', 0.628, 0.2577, 29.23],
    ['#0000ff', 0.452, 0.3132, 264.05],
    ['#ffffff', 1, 0, null],
  ])('%s has lightness %d, chroma %d, hue %d', (colour, lightness, chroma, hue) => {
    const read = oklchOf(colour);
    expect(read.lightness).toBeCloseTo(lightness, 3);
    expect(read.chroma).toBeCloseTo(chroma, 3);
    if (hue !== null) expect(((read.hue * 180) / Math.PI + 360) % 360).toBeCloseTo(hue, 1);
    expect(hexOf(read)).toBe(colour);
    expect(shownHexOf(read)).toBe(colour);
  });

  it('keeps its hue and lightness when no screen can show it', () => {
    const { hue } = oklchOf('#0000ff');
    const shown = oklchOf(shownHexOf({ lightness: 0.8, chroma: 0.3, hue }));
    expect(shown.lightness).toBeCloseTo(0.8, 1);
    expect(Math.abs(shown.hue - hue)).toBeLessThan(0.05);
  });
});

describe('colours of what went wrong or well', () => {
  const file = createRequire(import.meta.url).resolve('@kern-ux/native/dist/kern.css');
  const kern = readFileSync(file, 'utf8');
  const rulesOf = (theme: string) =>
    kern
      .split('}')
      .find(
        (rule) =>
          rule.includes(`data-kern-theme=${theme}]`) && rule.includes('--kern-color-feedback-danger:'),
      );

  it.each(
    (['light', 'dark'] as const).flatMap((scheme) =>
      Object.entries(feedback[scheme]).flatMap(([kind, { colour, ground }]) => [
        [scheme, `feedback-${kind}`, colour] as const,
        [scheme, `feedback-${kind}-background`, ground] as const,
      ]),
    ),
  )('on %s pages %s is the one that KERN shows', (scheme, name, colour) => {
    const [, source] =
      new RegExp(`--kern-color-${name}: var\\(--kern-color-([\\w-]+)\\)`).exec(rulesOf(scheme) ?? '') ?? [];
    const [, light, chroma, hue] =
      new RegExp(`--kern-color-${source}: oklch\\(([\\d.]+)% ([\\d.]+) ([\\d.]+)\\)`).exec(kern) ?? [];
    const shown = {
      lightness: Number(light) / 100,
      chroma: Number(chroma),
      hue: (Number(hue) * Math.PI) / 180,
    };
    expect(hexOf(shown)).toBe(colour);
  });
});
