import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './woff.ts';

const require = createRequire(import.meta.url);

/**
 * Sequences whose glyphs would be copied as other letters unless they come first: the font library remembers for each
 * glyph the letters that it was first used for.
 */
const FIRST = ['j\u0301', 'ff', 'fi', 'fl', 'ffi', 'ffl'];

/**
 * Noto Sans has every letter and sequence of DIN 91379 (the .woff2 of the same package cannot be read). Parsed once for
 * all documents; every character is looked up now, so that no document depends on earlier ones.
 */
function load(weight: 'Regular' | 'Bold'): Font {
  const path = require.resolve(`@kern-ux/native/dist/fonts/noto-sans/NotoSans-${weight}.woff`);
  const font = create(unpackWoff(readFileSync(path)));
  for (const sequence of FIRST) font.layout(sequence);
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

/** The fonts by the names that styles use; both weights have the same characters. */
export const FONTS = { regular: load('Regular'), bold: load('Bold') } as const;
