import type { ContentFault } from '../types.ts';

export type CsvRow<C extends string> = { line: number; cells: Record<C, string> };

/**
 * Reads a CSV file with a header (RFC 4180, comma, values that contain a comma in double quotes; no line breaks inside
 * values). Empty lines are skipped; CRLF and a byte order mark are tolerated, because spreadsheet programs write them.
 */
export function readCsv<C extends string>(
  file: string,
  source: string,
  columns: readonly C[],
): { rows: CsvRow<C>[]; faults: ContentFault[] } {
  const faults: ContentFault[] = [];
  const rows: CsvRow<C>[] = [];
  const [header = '', ...lines] = source.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (header !== columns.join(',')) {
    return { rows, faults: [{ file, line: 1, reason: `the first line has to be ${columns.join(',')}` }] };
  }
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const line = index + 2;
    const cells = splitLine(text);
    if (!cells) {
      faults.push({ file, line, reason: 'a value in double quotes is not closed' });
    } else if (cells.length !== columns.length) {
      faults.push({ file, line, reason: `${columns.length} values expected, ${cells.length} found` });
    } else {
      const pairs = columns.map((column, position) => [column, (cells[position] ?? '').trim()]);
      rows.push({ line, cells: Object.fromEntries(pairs) as Record<C, string> });
    }
  }
  return { rows, faults };
}

function splitLine(line: string): string[] | null {
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  const cells: string[] = [];
  for (;;) {
    const match = cell.exec(line);
    if (!match) return null;
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === '') return cells;
  }
}
