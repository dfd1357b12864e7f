import type { LetterHead } from './blocks.ts';
import type { PlacedLine, Tag } from './pen.ts';
import type { Sheet } from './sheet.ts';
import { mm, PAGE, STYLE, type Style } from './style.ts';

/** DIN 5008, form B: address field 85 mm wide, its first line of text at 62.7 mm; references from 125 mm. */
const ADDRESS = { x: PAGE.left, top: mm(62.7), width: mm(80), returnTop: mm(57) };
const REFERENCES = { x: mm(125), top: mm(50), width: mm(65) };
const SUBJECT_TOP = mm(103.5);
/** Folding and punching marks, at the left edge. */
const MARKS = [mm(105), mm(148.5), mm(210)];

function stacked(
  sheet: Sheet,
  texts: string[],
  style: Style,
  x: number,
  top: number,
  width: number,
): PlacedLine[] {
  return texts
    .flatMap((text) => sheet.lines(text, style, width))
    .map((text, index) => ({ text: `${text.trimEnd()} `, x, y: top + index * style.leading, style }));
}

function writeReferences(sheet: Sheet, parent: Tag, head: LetterHead): number {
  const table = parent.add('Table');
  let top = REFERENCES.top;
  for (const { label, value } of head.references) {
    const row = table.add('TR');
    const header = stacked(sheet, [label], STYLE.small, REFERENCES.x, top, REFERENCES.width);
    row.add('TH').write(header);
    top += header.length * STYLE.small.leading;
    const cell = stacked(sheet, [value], STYLE.body, REFERENCES.x, top, REFERENCES.width);
    row.add('TD').write(cell);
    top += cell.length * STYLE.body.leading + 3;
    row.close();
  }
  table.close();
  return top;
}

/** Writes the head on a new page and leaves the sheet where the subject begins. */
export function writeLetterHead(sheet: Sheet, parent: Tag, head: LetterHead): void {
  const small = { ...STYLE.small, size: 7.5 };
  // A long one grows upwards, where the address field has room for notes; its last line stays in its place.
  const returnHeight = (sheet.lines(head.returnAddress, small, ADDRESS.width).length - 1) * small.leading;
  const returnTop = ADDRESS.returnTop - returnHeight;
  parent.add('P').write(stacked(sheet, [head.returnAddress], small, ADDRESS.x, returnTop, ADDRESS.width));
  const address = stacked(sheet, head.recipient, STYLE.body, ADDRESS.x, ADDRESS.top, ADDRESS.width);
  parent.add('P').write(address);
  const below = writeReferences(sheet, parent, head);
  for (const mark of MARKS) sheet.pen.rule(mm(5), mark, mm(mark === MARKS[1] ? 6 : 4));
  const addressEnd = ADDRESS.top + address.length * STYLE.body.leading;
  sheet.y = Math.max(SUBJECT_TOP, below + 12, addressEnd + 12);
}
