import { SaxesParser } from 'saxes';

const MAX_BYTES = 64 * 1024;
/** Height of a logo on the page, CSS pixels. */
export const LOGO_HEIGHT = 48;
const WIDEST = 6;

/** Width on the page in CSS pixels; whether it has other colours on dark pages. */
export type CheckedSvg = { width: number; isAdaptive: boolean } | { line: number; reason: string };

/**
 * Checks that a logo is an SVG that does nothing but show itself, and computes its width at the height of a logo.
 * @param source text of the file
 */
export function checkSvg(source: string): CheckedSvg {
  if (Buffer.byteLength(source) > MAX_BYTES) return { line: 1, reason: 'larger than 64 KB' };
  const parser = new SaxesParser();
  let fault: CheckedSvg | null = null;
  let ratio: number | null = null;
  let isRoot = true;
  const blame = (reason: string) => {
    fault ??= { line: parser.line, reason };
  };
  parser.on('error', (error) => blame(`not valid XML: ${error.message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => blame('a document type is not allowed'));
  parser.on('opentag', ({ name, attributes }) => {
    if (isRoot) {
      if (name !== 'svg') blame('not an SVG: its outermost element is no svg');
      ratio = ratioOf(attributes);
    }
    isRoot = false;
    if (name === 'script' || name === 'foreignObject') blame(`the element ${name} is not allowed`);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (/^on/i.test(attribute)) blame(`the attribute ${attribute} is not allowed`);
      const isReference = attribute === 'href' || attribute === 'xlink:href';
      if (isReference && !value.startsWith('#')) blame('references to other files are not allowed');
    }
  });
  parser.write(source).close();
  if (fault) return fault;
  if (ratio === null)
    return { line: 1, reason: 'the svg element needs a viewBox, e.g. viewBox="0 0 120 48"' };
  if (ratio > WIDEST) return { line: 1, reason: `wider than ${WIDEST} times its height` };
  const isAdaptive = /@media[^{]*\(\s*prefers-color-scheme\s*:\s*dark\s*\)/.test(source);
  return { width: Math.round(LOGO_HEIGHT * ratio), isAdaptive };
}

/** Ratio of width to height of the viewBox. */
function ratioOf({ viewBox = '' }: Record<string, string>): number | null {
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 ? width / height : null;
}
