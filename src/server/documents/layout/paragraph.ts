import type { Tag } from './pen.ts';
import type { Sheet } from './sheet.ts';
import { CONTENT_WIDTH, PAGE, type Style } from './style.ts';

/** Returns how many lines to put on a page that has room for `fit` of `left`, so that none is alone on either page. */
function share(left: number, fit: number): number {
  if (left <= fit) return left;
  const share = Math.min(fit, left - 2);
  return share < 2 ? 0 : share;
}

/** Returns the height that must be free for a paragraph to begin. */
export function paragraphStart(lines: string[], style: Style): number {
  return Math.min(lines.length, lines.length === 3 ? 3 : 2) * style.leading;
}

/** Writes a text over as many pages as needed. */
export async function writeText(
  sheet: Sheet,
  tag: Tag,
  text: string,
  style: Style,
  place: { x: number; width: number } = { x: PAGE.left, width: CONTENT_WIDTH },
): Promise<void> {
  let left = sheet.lines(text, style, place.width);
  while (left.length > 0) {
    const count = share(left.length, Math.floor((sheet.room + 0.01) / style.leading));
    if (count > 0) {
      const top = sheet.y;
      const now = left.slice(0, count);
      tag.write(
        now.map((line, index) => ({ text: line, x: place.x, y: top + index * style.leading, style })),
      );
      sheet.y += count * style.leading;
      left = left.slice(count);
    }
    if (left.length > 0) await sheet.turn();
  }
}
