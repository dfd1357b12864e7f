import { writeText } from './paragraph.ts';
import type { Tag } from './pen.ts';
import type { Sheet } from './sheet.ts';
import { CONTENT_WIDTH, PAGE, STYLE } from './style.ts';

const INDENT = 14;
const GAP = 2;

/** Writes a list with dashes. */
export async function writeList(sheet: Sheet, parent: Tag, items: string[]): Promise<void> {
  const list = parent.add('L');
  const style = STYLE.body;
  for (const item of items) {
    await sheet.reserve(style.leading * 2, GAP);
    const entry = list.add('LI');
    entry.add('Lbl').write([{ text: '–', x: PAGE.left, y: sheet.y, style }]);
    const place = { x: PAGE.left + INDENT, width: CONTENT_WIDTH - INDENT };
    await writeText(sheet, entry.add('LBody'), item, style, place);
    entry.close();
  }
  list.close();
}
