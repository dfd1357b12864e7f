import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines } from './lines.ts';

/** Gives every character width one, and none to marks above and below a letter. */
const measure = (text: string): number => [...text.replace(/\p{M}/gu, '')].length;

describe('breaking text into lines', () => {
  it.each([
    ['Wer einen Hund hält', 10, ['Wer einen ', 'Hund hält']],
    ['Amt – Abteilung', 5, ['Amt – ', 'Abtei', 'lung']],
    ['Schleswig-Holstein', 12, ['Schleswig-', 'Holstein']],
    ['Nummer SP-7K4M', 12, ['Nummer ', 'SP-7K4M']],
    ['eins\n\nzwei', 10, ['eins ', ' ', 'zwei']],
    ['Hunde\u00adsteuer', 7, ['Hunde-', 'steuer']],
    ['Hunde\u00adsteuer', 20, ['Hundesteuer']],
    ['', 10, ['']],
  ])('%j at %i', (text, width, expected) => {
    expect(breakLines(text, width, measure)).toEqual(expected);
  });

  it('loses nothing, keeps to the width and parts no letter from its marks', () => {
    const words = fc.array(fc.constantFrom('Ğ', 'K\u031b', 'ab', ' ', '-', 'straße', 'C\u0328\u0306'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 6, max: 30 }), (parts, width) => {
        const text = parts.join('');
        const lines = breakLines(text, width, measure);
        expect(lines.join('')).toBe(text);
        for (const line of lines) {
          expect(measure(line.trimEnd())).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/^\p{M}/u);
        }
      }),
    );
  });
});
