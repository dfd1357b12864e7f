import { type CsvRow, readCsv } from '#server/content/load/csv-file.ts';
import type { ContentFault } from '#server/content/types.ts';

/** A table of an administration: at least the named columns in any order; others are ignored. */
export type Table<C extends string, O extends string = never> = {
  rows: (CsvRow<C> & { cells: Partial<Record<O, string>> })[];
  passedOver: string[];
  faults: ContentFault[];
};

/**
 * Reads a table (CSV with commas, UTF-8). Faults contain the file name as given and the line in it.
 * @param optional columns that it may have
 */
export function readTable<C extends string, O extends string>(
  file: string,
  source: string,
  columns: readonly C[],
  optional: readonly O[],
): Table<C, O> {
  const text = source.replace(/^\uFEFF/, '');
  const [header = ''] = text.split(/\r?\n/, 1);
  const found = header.split(',');
  const missing = columns.filter((column) => !found.includes(column));
  if (missing.length > 0) {
    const reason = header.includes(';')
      ? 'the values are separated by semicolons; save the table with commas'
      : `the first line has no column ${missing.join(', ')}`;
    return { rows: [], passedOver: [], faults: [{ file, line: 1, reason }] };
  }
  const { rows, faults } = readCsv(file, text, found);
  return {
    rows: rows as Table<C, O>['rows'],
    faults,
    passedOver: found.filter((column) => ![...columns, ...optional].some((wanted) => wanted === column)),
  };
}

/** Makes a CSV file with a header; values with commas or quotes are in double quotes (RFC 4180). */
export function csvText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return `${[header, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`;
}
