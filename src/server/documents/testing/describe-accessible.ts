import { beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import { elements, type ReadPdf } from './read-pdf.ts';

/** Checks that a document with tables is accessible and archivable. @param title a part of its title */
export function describeAccessible(
  name: string,
  { locale, title, make }: { locale: Locale; title: string; make: () => Promise<ReadPdf> },
): void {
  describe(`${name} in ${locale} is accessible (PDF/UA-1) and archivable (PDF/A-3a)`, () => {
    let pdf: ReadPdf;
    beforeAll(async () => {
      pdf = await make();
    });
    const dictionaries = (pattern: RegExp): string[] =>
      [...pdf.objects.values()].filter((dictionary) => pattern.test(dictionary));

    it('says that it is tagged, in which language, and shows its title', () => {
      expect(dictionaries(/\/Type \/Catalog/)[0]).toMatch(/\/StructTreeRoot \d+ 0 R/);
      expect(dictionaries(/\/Marked true/)).toHaveLength(1);
      expect(pdf.language).toBe(locale === 'de' ? 'de-DE' : 'en-GB');
      expect(pdf.title).toContain(title);
      expect(pdf.displayTitle).toBe(true);
    });

    it('claims both standards, with the schema that the one needs for the mark of the other', () => {
      expect(pdf.xmp).toContain('<pdfuaid:part>1</pdfuaid:part>');
      expect(pdf.xmp).toContain('<pdfaid:part>3</pdfaid:part>');
      expect(pdf.xmp).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
      expect(pdf.xmp).toContain('<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>');
      expect(pdf.xmp).not.toMatch(/&(?!amp;|lt;|gt;)/);
      expect(dictionaries(/\/S \/GTS_PDFA1/)).toHaveLength(1);
    });

    it('embeds every font with a way back to the text', () => {
      const fonts = dictionaries(/\/Type \/Font\n/);
      const composite = fonts.filter((font) => font.includes('/Subtype /Type0'));
      const descriptors = dictionaries(/\/Type \/FontDescriptor/);
      expect(composite.length).toBeGreaterThan(0);
      expect(fonts).toHaveLength(composite.length * 2);
      for (const font of composite) expect(font).toMatch(/\/ToUnicode \d+ 0 R/);
      expect(descriptors).toHaveLength(composite.length);
      for (const descriptor of descriptors) expect(descriptor).toMatch(/\/FontFile2 \d+ 0 R/);
    });

    it('goes through every page in the order of its structure', () => {
      const pages = dictionaries(/\/Type \/Page\n/);
      expect(pages).toHaveLength(pdf.pages.length);
      for (const page of pages) expect(page).toContain('/Tabs /S');
    });

    it('has one first heading and skips no level', () => {
      const levels = elements(pdf).flatMap((element) => {
        const level = /^H(\d)$/.exec(element.role)?.[1];
        return level ? [Number(level)] : [];
      });
      expect(levels[0]).toBe(1);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      levels.forEach((level, index) => {
        expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
      });
    });

    it('has tables of rows, each with a header that says whose it is', () => {
      const tables = elements(pdf).filter((element) => element.role === 'Table');
      expect(tables.length).toBeGreaterThan(0);
      for (const table of tables) {
        for (const row of table.children) {
          expect(row.role).toBe('TR');
          expect(row.children.map((cell) => cell.role)).toEqual(['TH', 'TD']);
        }
      }
      const headers = dictionaries(/\/S \/TH\n/);
      expect(headers.length).toBe(tables.flatMap((table) => table.children).length);
      for (const header of headers) expect(header).toContain('/Scope /Row');
    });

    it('counts its pages', () => {
      const total = pdf.pages.length;
      pdf.texts.forEach((page, index) => {
        const expected =
          locale === 'de' ? `Seite ${index + 1} von ${total}` : `Page ${index + 1} of ${total}`;
        expect(page).toContain(expected);
      });
    });
  });
}
