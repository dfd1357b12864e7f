import type { ArchivePdf } from './archive.ts';
import { FONTS } from './fonts.ts';
import type { Pen } from './pen.ts';
import { printable } from './printable.ts';

/** The abilities of both pens that need no paper. */
export function measuring(pdf: ArchivePdf): Pick<Pen, 'width' | 'printable'> {
  return {
    width: (text, style) => pdf.font(style.font).fontSize(style.size).widthOfString(text),
    printable: (text) => printable(text, (codePoint) => FONTS.regular.hasGlyphForCodePoint(codePoint)),
  };
}
