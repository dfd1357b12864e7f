/** Types that pdfkit and its font library lack. */

declare module 'fontkit' {
  export type Font = {
    readonly characterSet: number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): unknown;
    layout(text: string): unknown;
  };
  export function create(file: Uint8Array): Font;
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this;
  }
  interface StructureElementOptions {
    /** Cells that a header cell heads: those of its row or of its column. */
    scope?: 'Row' | 'Column';
  }
}
