import type { About } from './context.ts';
import type { Furniture } from './layout/ink-pen.ts';
import type { Composition } from './layout/render.ts';
import { CONTENT_WIDTH, mm, PAGE, STYLE } from './layout/style.ts';

const HEADER_TOP = mm(12);
const FOOTER_TOP = 841.89 - mm(16);
const GAP = 12;

/** Shortens a text with an ellipsis until it fits. */
function shortened(text: string, room: number, width: (text: string) => number): string {
  if (width(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 0 && width(`${letters.join('').trimEnd()}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/**
 * Returns the header with the portal and the kind of document, and the footer with the ticket number and the page.
 * @param kind name of the kind of document, in its language
 */
export const furnitureOf = (
  { data, say }: About<'portalName' | 'ticketNumber'>,
  kind: string,
): Composition['furniture'] =>
  furnitureWith({ data, say }, kind, `${say('common.ticketNumber')} ${data.ticketNumber}`);

/** Returns the same with another text than a ticket number. */
export function furnitureWith(
  { data, say }: About<'portalName'>,
  kind: string,
  note: string,
): Composition['furniture'] {
  return (page, pages, width): Furniture => {
    const style = STYLE.small;
    const measure = (text: string): number => width(text, style);
    const line = (left: string, right: string, y: number): Furniture['lines'] => {
      const rightWidth = measure(right);
      return [
        { text: shortened(left, CONTENT_WIDTH - rightWidth - GAP, measure), x: PAGE.left, y, style },
        { text: right, x: PAGE.right - rightWidth, y, style },
      ];
    };
    return {
      lines: [
        ...line(data.portalName, kind, HEADER_TOP),
        ...line(note, say('common.page', { page, pages }), FOOTER_TOP + 5),
      ],
      rules: [
        { x: PAGE.left, y: HEADER_TOP + style.leading + 4, width: CONTENT_WIDTH },
        { x: PAGE.left, y: FOOTER_TOP, width: CONTENT_WIDTH },
      ],
    };
  };
}
