import { describe, expect, it } from 'vitest';
import { contrast } from './colour.ts';
import { colourPairs, failingPairs } from './colour-pairs.ts';
import { feedback } from './feedback-colours.ts';
import { paletteOf } from './palette.ts';
import { colours } from './testing/colours.ts';
import type { ThemeColours } from './theme-schema.ts';

const refusals = (changes: Partial<ThemeColours>, linkUnderlineEnabled = true) =>
  failingPairs(colourPairs(paletteOf({ ...colours, ...changes }, 'light'), { linkUnderlineEnabled }));

describe('the colours of a theme', () => {
  it('that all stand out from one another are taken', () => {
    expect(refusals({})).toEqual([]);
  });

  it.each([
    ['text', 'text on the page', { text: '#8a8a8a' }],
    ['text', 'muted text on the page', { text: '#6f6f6f' }],
    ['primary', 'links on the page', { primary: '#ff8800' }],
    ['primary', 'links on danger ground', { primary: '#6d6dff' }],
    ['primary', 'loading bar', { primary: '#ffd166' }],
    ['band', 'text of the band', { band: { background: '#9db8ea', text: '#ffffff' } }],
    ['header', 'text', { header: { background: '#0d4f30', text: '#3f9b6d' } }],
    ['header', 'focus ring', { header: { background: '#777777', text: '#999999' } }],
    ['footer', 'muted text', { footer: { background: '#333333', text: '#8f8f8f' } }],
    ['formNavigation', 'text', { formNavigation: { background: '#dddddd', text: '#888888' } }],
    [
      'formNavigation',
      'sign of the saved state (success)',
      { formNavigation: { background: '#0d4f30', text: '#ffffff' } },
    ],
    [
      'primaryButton',
      'label of the main button (rest)',
      { primaryButton: { background: '#8bc34a', text: '#ffffff' } },
    ],
    ['primaryButton', 'button on the page', { primaryButton: { background: '#ffe9a8', text: '#000000' } }],
    [
      'secondaryButton',
      'label of the second button (rest)',
      { secondaryButton: { background: '#cccccc', text: '#777777' } },
    ],
    [
      'secondaryButton',
      'second button on the page',
      { secondaryButton: { background: '#ffffff', text: '#999999' } },
    ],
    ['background', 'danger colour on the page', { background: '#ff9d94' }],
  ] as const)('are refused for %s: %s', (key, what, changes) => {
    expect(refusals(changes)).toContainEqual(expect.objectContaining({ key, what }));
  });

  const darkOnes = { background: '#101418', text: '#f0f0f0', primary: '#9db8ea' };

  it('are refused as a whole when they are dark on light pages, or light on dark pages', () => {
    const failed = refusals(darkOnes);
    expect(failed.map(({ what }) => what)).toContain('text on danger ground');
    const lightOnDark = failingPairs(colourPairs(paletteOf(colours, 'dark'), { linkUnderlineEnabled: true }));
    expect(lightOnDark.map(({ what }) => what)).toContain('text on danger ground');
  });

  it('are compared with the messages of dark pages there', () => {
    const dark = paletteOf({ ...colours, ...darkOnes }, 'dark');
    const failed = failingPairs(colourPairs(dark, { linkUnderlineEnabled: true }));
    expect(failed.map(({ key }) => key)).not.toContain('text');
    expect(failed.map(({ what }) => what)).toContain('sign of the saved state (success)');
  });

  it.each(['light', 'dark'] as const)('leave the signs of messages readable on %s pages', (scheme) => {
    for (const { colour, ground } of Object.values(feedback[scheme])) {
      expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('must tell links from text when no line does', () => {
    const changes = { primary: '#12306e' };
    expect(refusals(changes)).toEqual([]);
    expect(refusals(changes, false)).toEqual([
      expect.objectContaining({ key: 'primary', what: 'links without underline beside text', needed: 3 }),
    ]);
  });

  it('make a button under the pointer and when pressed no harder to read', () => {
    const { primaryButton } = paletteOf(
      { ...colours, primaryButton: { background: '#f4c430', text: '#1a1a1a' } },
      'light',
    );
    expect(primaryButton).toEqual({ rest: '#f4c430', hover: '#f6cd51', active: '#f7d56a', text: '#1a1a1a' });
  });
});
