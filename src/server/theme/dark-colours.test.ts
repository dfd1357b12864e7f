import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, luminance } from './colour.ts';
import { colourPairs, failingPairs } from './colour-pairs.ts';
import { darkColours } from './dark-colours.ts';
import { paletteOf } from './palette.ts';
import { colours } from './testing/colours.ts';
import type { ThemeColours } from './theme-schema.ts';

const underlined = { linkUnderlineEnabled: true };
const failingOf = (scheme: 'light' | 'dark', of: ThemeColours, flags = underlined) =>
  failingPairs(colourPairs(paletteOf(of, scheme), flags));

/** Any colour; half of them near black or white, as those of themes are. */
const colour = fc
  .tuple(fc.constantFrom(0, 128, 255, null), fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }))
  .map(
    ([near, parts]) =>
      `#${parts
        .map((part) =>
          near === null ? part : Math.min(255, Math.max(0, near + Math.round((part - 128) / 4))),
        )
        .map((part) => part.toString(16).padStart(2, '0'))
        .join('')}`,
  );
const ground = fc.record({ background: colour, text: colour });
const anyColours: fc.Arbitrary<ThemeColours> = fc.record({
  primary: colour,
  text: colour,
  background: colour,
  band: ground,
  header: ground,
  footer: ground,
  formNavigation: ground,
  primaryButton: ground,
  secondaryButton: ground,
});

describe('the colours of dark pages', () => {
  it.each([true, false])(
    'can be read whatever the light ones are, if those can (links underlined: %s)',
    (linkUnderlineEnabled) => {
      const flags = { linkUnderlineEnabled };
      let good = 0;
      fc.assert(
        fc.property(anyColours, (light) => {
          // Each faulty part of the random theme is replaced, so that the theme is one that is taken.
          const faulty = failingOf('light', light, flags).map(({ key }) => key);
          const safe = Object.fromEntries(
            Object.entries(light).filter(([key]) => !(faulty as string[]).includes(key)),
          );
          const theme = { ...colours, primary: linkUnderlineEnabled ? '#2044aa' : '#2f5ce0', ...safe };
          if (failingOf('light', theme, flags).length > 0) return;
          good += 1;
          expect(failingOf('dark', darkColours(theme, {}, flags), flags)).toEqual([]);
        }),
        { numRuns: 400 },
      );
      expect(good).toBeGreaterThan(100);
    },
  );

  it('are dark, with light text', () => {
    const { background, text } = darkColours(colours, {}, underlined);
    expect(luminance(background)).toBeLessThan(0.02);
    expect(contrast(text, background)).toBeGreaterThan(12);
  });

  it('leave parts that are dark already as they are', () => {
    const header = { background: '#0d4f30', text: '#ffffff' };
    expect(darkColours({ ...colours, header }, {}, underlined).header).toEqual(header);
  });

  it('are those that the theme gives, and the others suit them', () => {
    const given = { background: '#000000', primary: '#ffd166' };
    const dark = darkColours(colours, given, underlined);
    expect(dark).toMatchObject(given);
    expect(dark.header.background).toBe('#000000');
    expect(failingOf('dark', dark)).toEqual([]);
  });
});
