import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy, TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.d.ts';

type Node = { role: string; children: (Node | { type: string; id: string })[] };

/** An element of the structure tree with the text it holds on one page. */
export type Element = { role: string; text: string; children: Element[] };

export type ReadPdf = {
  title: unknown;
  language: unknown;
  displayTitle: boolean;
  xmp: string;
  /** The dictionaries of all objects by number, for data that no reader exposes. */
  objects: Map<number, string>;
  /** Structure of each page. */
  pages: Element[];
  /** Text of each page with headers and footers. */
  texts: string[];
  /** Lines of text of each page without headers and footers. */
  lines: number[];
};

/** Header and footer end and begin here, in points from the lower edge of an A4 page. */
const HEADER_END = 795;
const FOOTER_START = 60;

/** Counts the baselines of text between header and footer. */
const linesOf = (items: TextContent['items']): number =>
  new Set(
    items
      .filter((item) => 'str' in item && item.str.trim() !== '')
      .map((item) => Math.round((item as TextItem).transform[5]))
      .filter((height) => height > FOOTER_START && height < HEADER_END),
  ).size;

async function textByMark(page: PDFPageProxy): Promise<Map<string, string>> {
  const content = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
  const texts = new Map<string, string>();
  let open = '';
  for (const item of content.items) {
    if ('str' in item) texts.set(open, (texts.get(open) ?? '') + item.str);
    else if (item.type.startsWith('begin')) open = item.id ?? '';
    else open = '';
  }
  return texts;
}

/** Returns elements with text on this page only; the reader repeats an element on all its pages. */
function elementsOf(node: Node, texts: Map<string, string>): Element[] {
  const children = node.children.flatMap((child) => ('role' in child ? elementsOf(child, texts) : []));
  const text = node.children.map((child) => ('role' in child ? '' : (texts.get(child.id) ?? ''))).join('');
  return children.length > 0 || text !== '' ? [{ role: node.role, text, children }] : [];
}

function objectsOf(bytes: Uint8Array): Map<number, string> {
  const raw = Buffer.from(bytes).toString('latin1');
  const found = raw.matchAll(/^(\d+) 0 obj\n([\s\S]*?)(?:endobj|stream\n)/gmu);
  return new Map([...found].map(([, number, dictionary]) => [Number(number), dictionary ?? '']));
}

/** Opens a PDF like a reader of tagged documents. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const { info, metadata } = await pdf.getMetadata();
  const pages: Element[] = [];
  const texts: string[] = [];
  const lines: number[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const marks = await textByMark(page);
    const [root] = elementsOf((await page.getStructTree()) as Node, marks);
    if (root) pages.push(root);
    const content = await page.getTextContent({ disableNormalization: true });
    lines.push(linesOf(content.items));
    texts.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  const preferences: Map<string, unknown> | null = await pdf.getViewerPreferences();
  await task.destroy();
  return {
    title: (info as { Title?: unknown }).Title,
    language: (info as { Language?: unknown }).Language,
    displayTitle: preferences?.get('DisplayDocTitle') === true,
    xmp: String(metadata?.getRaw() ?? ''),
    objects: objectsOf(bytes),
    pages,
    texts,
    lines,
  };
}

/** All elements of a document in reading order. */
export function elements(pdf: ReadPdf): Element[] {
  const below = (element: Element): Element[] => [element, ...element.children.flatMap(below)];
  return pdf.pages.flatMap(below);
}

/** The rows of all tables as label and value; a row that continues on another page is joined again. */
export function tableRows(pdf: ReadPdf): { label: string; value: string }[] {
  const rows: { label: string; value: string }[] = [];
  for (const row of elements(pdf).filter((element) => element.role === 'TR')) {
    const cell = (role: string): string => row.children.find((child) => child.role === role)?.text ?? '';
    const goesOn = !row.children.some((child) => child.role === 'TH');
    const last = rows.at(-1);
    if (goesOn && last) last.value += cell('TD');
    else rows.push({ label: cell('TH'), value: cell('TD') });
  }
  return rows;
}
