import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './woff.ts';

const require = createRequire(import.meta.url);

/**
 * Sequences that must come first, because their glyphs would otherwise be copied as other letters: the font library
 * remembers the first letters of each glyph.
 */
const FIRST = ['j\u0301', 'ff', 'fi', 'fl', 'ffi', 'ffl'];

/**
 * Loads Noto Sans, which has every letter and sequence of DIN 91379 (the .woff2 of the package cannot be read). It is
 * parsed once for all documents. Every character is looked up here, so that no document depends on earlier ones.
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
