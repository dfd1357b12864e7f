import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ArchivePdf, type DocumentInfo } from './archive.ts';
import { blankPen } from './blank-pen.ts';
import type { Block } from './blocks.ts';
import { writeBlocks } from './flow.ts';
import { type Furniture, inkPen } from './ink-pen.ts';
import type { Pen } from './pen.ts';
import { Sheet } from './sheet.ts';

export type Composition = {
  info: DocumentInfo;
  blocks: Block[];
  /** Header and footer of a page (from 1), given the number of pages. */
  furniture: (page: number, pages: number, width: Pen['width']) => Furniture;
};

/** Shares of the usual space to try, so that no part ends on a nearly empty page. */
const spacings = [0.8, 0.6];
/** Used share of the height below which a page is nearly empty. */
const LEAST_SHARE = 0.3;
/** Number of pages from which a nearly empty page hardly matters, and layout takes long. */
const MOST_PAGES = 12;

async function laidOut(pdf: ArchivePdf, blocks: Block[], spacing: number) {
  const pen = blankPen(pdf);
  const sheet = new Sheet(pen, spacing);
  await writeBlocks(sheet, pen.root, blocks);
  sheet.endPart();
  const endsWell = sheet.parts.every((part) => part.pages === 1 || part.share >= LEAST_SHARE);
  return { blocks, pages: sheet.pages, spacing, endsWell };
}

/**
 * Lays out with the usual space; without the page breaks where that saves a page, or with less space where that saves
 * a nearly empty one.
 */
async function fitted(pdf: ArchivePdf, blocks: Block[]) {
  const usual = await laidOut(pdf, blocks, 1);
  if (usual.pages > MOST_PAGES) return usual;
  const joined = blocks.filter(({ kind }) => kind !== 'pageBreak');
  if (joined.length < blocks.length) {
    const unbroken = await laidOut(pdf, joined, 1);
    if (unbroken.pages < usual.pages && unbroken.endsWell) return unbroken;
  }
  if (usual.endsWell) return usual;
  for (const spacing of spacings) {
    const tight = await laidOut(pdf, blocks, spacing);
    if (tight.pages < usual.pages) return tight;
  }
  return usual;
}

async function write(pdf: ArchivePdf, composition: Composition): Promise<void> {
  const { blocks, pages, spacing } = await fitted(pdf, composition.blocks);
  const measure = blankPen(pdf).width;
  const pen = inkPen(pdf, (page) => composition.furniture(page, pages, measure));
  await writeBlocks(new Sheet(pen, spacing), pen.root, blocks);
  pdf.end();
}

/**
 * Streams a composition as a tagged PDF and ends `out`. Layout runs once or a few times to count the pages, and once
 * to write them, so that each page leaves memory when the next one begins. Only the fonts and the index of the
 * structure tree stay until the end: about 4 KB for each row of a table (measured: 7,000 rows, 32 MB).
 * @throws the error with which `out` failed, also when its reader goes away early; the document is then abandoned
 */
export async function render(composition: Composition, out: Writable): Promise<void> {
  const pdf = new ArchivePdf(composition.info);
  const delivered = pipeline(pdf, out);
  const written = write(pdf, composition).catch((error: unknown) => {
    pdf.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  await Promise.all([delivered, written]);
}
