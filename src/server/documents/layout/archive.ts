import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import { FONTS } from './fonts.ts';
import { escapeXml, pdfuaMetadata } from './xmp.ts';

export type DocumentInfo = {
  title: string;
  subject: string;
  author: string;
  /** BCP 47, e.g. de-DE. */
  language: string;
  /** Fixed by the data, so that equal data always gives equal bytes. */
  createdAt: Date;
};

/**
 * An empty tagged A4 document that claims PDF/UA-1 (ISO 14289-1) and PDF/A-3a (ISO 19005-3). A finished page is passed
 * on when the next one begins.
 */
export class ArchivePdf extends PDFDocument {
  readonly #gone = new AbortController();

  constructor(info: DocumentInfo) {
    super({
      size: 'A4',
      margins: { top: 0, left: 0, right: 0, bottom: 0 },
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      displayTitle: true,
      lang: info.language,
      autoFirstPage: false,
      // Prevents pdfkit from loading Helvetica, which would not be embedded.
      font: '',
      info: {
        Title: info.title,
        Subject: info.subject,
        Author: info.author,
        Creator: 'Serviceportal',
        Producer: 'PDFKit',
        CreationDate: info.createdAt,
      },
    });
    for (const [name, font] of Object.entries(FONTS)) this.registerFont(name, font);
    this.appendXML(pdfuaMetadata);
    this.once('close', () => this.#gone.abort());
  }

  /** Escapes the info fields, which pdfkit copies into the XMP packet; `&` or `<` in a title would break it. */
  override endMetadata(): void {
    for (const key of ['Title', 'Subject', 'Author'] as const)
      this.info[key] = escapeXml(this.info[key] ?? '');
    super.endMetadata();
  }

  /** Reports that the reader wants more. */
  override _read(): void {
    this.emit('wanted');
  }

  /** Resolves when the reader has caught up; rejects when it has gone. */
  async flowed(): Promise<void> {
    while (this.readableLength >= this.readableHighWaterMark && !this.destroyed) {
      await once(this, 'wanted', { signal: this.#gone.signal }).catch(() => undefined);
    }
    if (this.destroyed) throw this.errored ?? new Error('The reader of the document has gone.');
  }
}
