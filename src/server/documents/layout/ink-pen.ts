import type { ArchivePdf } from './archive.ts';
import { measuring } from './measuring.ts';
import type { Pen, PlacedLine, Role, Tag } from './pen.ts';
import { COLOUR } from './style.ts';

function draw(pdf: ArchivePdf, line: PlacedLine): void {
  const { font, size, leading, colour } = line.style;
  pdf.font(font).fontSize(size).fillColor(colour);
  const above = (leading - pdf.currentLineHeight()) / 2;
  pdf.text(line.text, line.x, line.y + above, { lineBreak: false });
}

function tagOf(pdf: ArchivePdf, element: PDFKit.PDFStructureElement, role: Role | 'Document'): Tag {
  return {
    add(childRole) {
      const child = pdf.struct(childRole, childRole === 'TH' ? { scope: 'Row' } : {});
      element.add(child);
      return tagOf(pdf, child, childRole);
    },
    write(lines) {
      element.add(pdf.markStructureContent(role));
      for (const line of lines) draw(pdf, line);
      pdf.endMarkedContent();
    },
    close: () => element.end(),
  };
}

function artifact(pdf: ArchivePdf, type: 'Layout' | 'Pagination', body: () => void): void {
  pdf.markContent('Artifact', { type });
  body();
  pdf.endMarkedContent();
}

function drawRule(pdf: ArchivePdf, x: number, y: number, width: number): void {
  pdf.lineWidth(0.6).strokeColor(COLOUR.rule);
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke();
}

/** Lines and rules that repeat on every page and are never read aloud. */
export type Furniture = { lines: PlacedLine[]; rules: { x: number; y: number; width: number }[] };

/**
 * A pen that writes to the document.
 * @param furniture header and footer of a page (from 1)
 */
export function inkPen(pdf: ArchivePdf, furniture: (page: number) => Furniture): Pen {
  const element = pdf.struct('Document');
  pdf.addStructure(element);
  return {
    ...measuring(pdf),
    root: tagOf(pdf, element, 'Document'),
    async turn(page) {
      await pdf.flowed();
      pdf.addPage();
      const { lines, rules } = furniture(page);
      artifact(pdf, 'Pagination', () => {
        for (const rule of rules) drawRule(pdf, rule.x, rule.y, rule.width);
        for (const line of lines) draw(pdf, line);
      });
    },
    rule: (x, y, width) => artifact(pdf, 'Layout', () => drawRule(pdf, x, y, width)),
    repeat: (lines) =>
      artifact(pdf, 'Pagination', () => {
        for (const line of lines) draw(pdf, line);
      }),
  };
}
