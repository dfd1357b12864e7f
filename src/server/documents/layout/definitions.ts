import type { CellText, Definition } from './blocks.ts';
import type { PlacedLine, Tag } from './pen.ts';
import type { Sheet } from './sheet.ts';
import { CONTENT_WIDTH, PAGE, STYLE, type Style } from './style.ts';

const LABEL_WIDTH = 158;
const GAP = 14;
/** Space above and below the text of a row. */
const PADDING = 4.5;
const paddingOf = (sheet: Sheet): number => PADDING * sheet.spacing;
const INDENT = 12;
/** Maximum height of a row that stays on one page. */
const KEPT_TOGETHER = 230;
const LEAST_PART = 60;
/** Maximum height of a table that stays on one page. */
const SHORT_TABLE = 130;

/** Number of label lines that are repeated where the row continues. */
const REPEATED = 3;

type CellLine = { text: string; style: Style };

const valueColumn = { x: PAGE.left + LABEL_WIDTH + GAP, width: CONTENT_WIDTH - LABEL_WIDTH - GAP };
/** Limits nesting, which would otherwise leave no room for the labels. */
const indentOf = (level: number): number => Math.min(level, 5) * INDENT;

function cellLines(sheet: Sheet, texts: CellText[], width: number): CellLine[] {
  return texts.flatMap(({ text, style }, index) => {
    const lines = sheet.lines(text, STYLE[style], width).map((line) => ({ text: line, style: STYLE[style] }));
    const last = lines.at(-1);
    // Separates the paragraphs of a cell when it is read aloud or copied.
    if (last && index < texts.length - 1) last.text += ' ';
    return lines;
  });
}

const heightOf = (lines: CellLine[]): number => lines.reduce((sum, line) => sum + line.style.leading, 0);

/** Returns how many of the lines fit `height`; no single line is left for the next page. */
function fitting(lines: CellLine[], height: number): number {
  let used = 0;
  const end = lines.findIndex((line) => {
    used += line.style.leading;
    return used > height + 0.01;
  });
  if (end === -1) return lines.length;
  return end === lines.length - 1 && end > 2 ? end - 1 : end;
}

/** Takes the lines that fit `height` from the front of `lines` and places them. */
function take(lines: CellLine[], x: number, top: number, height: number): PlacedLine[] {
  let y = top;
  return lines.splice(0, fitting(lines, height)).map((line) => {
    const placed = { ...line, x, y };
    y += line.style.leading;
    return placed;
  });
}

/** Distance of the baseline from the top of a line, with the proportions of Noto Sans. */
const baseline = (style: Style): number => style.leading / 2 + 0.388 * style.size;

/** Returns how much lower small print must begin so that its first line shares the baseline of the label. */
function dropOf(value: CellLine[]): number {
  return value[0] ? Math.max(0, baseline(STYLE.label) - baseline(value[0].style)) : 0;
}

type Measured = { label: CellLine[]; value: CellLine[]; drop: number; height: number };

function measured(sheet: Sheet, row: Definition): Measured {
  const indent = indentOf(row.level);
  const label = cellLines(sheet, [{ text: row.label, style: 'label' }], LABEL_WIDTH - indent);
  const value = cellLines(sheet, row.value, valueColumn.width);
  const drop = dropOf(value);
  return {
    label,
    value,
    drop,
    height: Math.max(heightOf(label), drop + heightOf(value)) + 2 * paddingOf(sheet),
  };
}

const startOf = (height: number): number => (height <= KEPT_TOGETHER ? height : LEAST_PART);

/** Returns the height that must be free for the table to begin: the whole of a short one, the first row of another. */
export function definitionsStart(sheet: Sheet, rows: Definition[]): number {
  let first = 0;
  let total = 0;
  for (const row of rows) {
    const { height } = measured(sheet, row);
    first ||= startOf(height);
    total += height;
    if (total > SHORT_TABLE) return first;
  }
  return total;
}

function writeCell(tag: Tag, lines: PlacedLine[]): void {
  if (lines.length > 0) tag.write(lines);
}

async function writeRow(sheet: Sheet, table: Tag, row: Definition): Promise<void> {
  const { label, value, drop, height } = measured(sheet, row);
  await sheet.reserve(startOf(height));
  const indent = indentOf(row.level);
  const padding = paddingOf(sheet);
  const reminder = label.slice(0, REPEATED);
  const line = table.add('TR');
  const header = line.add('TH');
  const cell = line.add('TD');
  for (;;) {
    const top = sheet.y + padding;
    const room = sheet.room - 2 * padding;
    const part = Math.min(room, Math.max(heightOf(label), drop + heightOf(value)));
    writeCell(header, take(label, PAGE.left + indent, top, room));
    writeCell(cell, take(value, valueColumn.x, top + drop, room - drop));
    sheet.y += part + 2 * padding;
    if (label.length + value.length === 0) break;
    await sheet.turn();
    if (label.length === 0)
      sheet.pen.repeat(take([...reminder], PAGE.left + indent, sheet.y + padding, sheet.room));
  }
  line.close();
  sheet.pen.rule(PAGE.left + indent, sheet.y, CONTENT_WIDTH - indent);
}

/** Writes a table with a label (row header) and a value in each row. */
export async function writeDefinitions(sheet: Sheet, parent: Tag, rows: Definition[]): Promise<void> {
  const table = parent.add('Table');
  for (const row of rows) await writeRow(sheet, table, row);
  table.close();
}
